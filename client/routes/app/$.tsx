import { createFileRoute, notFound } from '@tanstack/react-router';

/** Any other address of the signed-in area: the area's guard runs before its not-found screen. */
export const Route = createFileRoute('/app/$')({
  loader: () => {
    throw notFound();
  },
  head: ({ match }) => ({ meta: [{ title: `Page not found · ${match.context.site.name}` }] }),
});
