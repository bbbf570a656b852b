import { createFileRoute, notFound } from '@tanstack/react-router';
import { notFoundHead } from '../../shell/page-head.ts';

/** Any address without a route. */
export const Route = createFileRoute('/(documents)/$')({
  loader: () => {
    throw notFound();
  },
  head: ({ match }) => notFoundHead(match.context.site),
});
