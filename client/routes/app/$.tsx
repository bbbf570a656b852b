import { createFileRoute, notFound } from '@tanstack/react-router';

/** Every address of the signed-in area that no other route knows: the area's guard comes before its not-found screen. */
export const Route = createFileRoute('/app/$')({
  loader: () => {
    throw notFound();
  },
  head: ({ match }) => ({ meta: [{ title: `Page not found · ${match.context.site.name}` }] }),
});
