import { createFileRoute, notFound } from '@tanstack/react-router';
import { AppError } from '../../shell/screens/app-error.tsx';
import { guard } from '../../shell/session.ts';

/** Any other address of the signed-in area: the area's guard runs before its not-found screen. */
export const Route = createFileRoute('/app/$')({
  beforeLoad: guard,
  loader: () => {
    throw notFound();
  },
  errorComponent: AppError,
  head: ({ match }) => ({ meta: [{ title: `Page not found · ${match.context.site.name}` }] }),
});
