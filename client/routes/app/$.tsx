import { createFileRoute, notFound } from '@tanstack/react-router';
import { AppError } from '../../shell/screens/app-error.tsx';
import { guard } from '../../shell/session.ts';
import { titleHead } from '../../shell/page-head.ts';

/** The area's guard runs before its not-found screen. */
export const Route = createFileRoute('/app/$')({
  beforeLoad: guard,
  loader: () => {
    throw notFound();
  },
  errorComponent: AppError,
  head: titleHead('Page not found'),
});
