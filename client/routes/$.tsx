import { createFileRoute, notFound } from '@tanstack/react-router';

/** Any address without a route. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound();
  },
  head: ({ match }) => ({
    meta: [{ title: `Page not found · ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
});
