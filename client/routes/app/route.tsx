import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AppBar } from '../../account/app-bar.tsx';
import { guard } from '../../account/session.ts';
import { AppError } from '../../screens/app-error.tsx';

/** The signed-in area: who is signed in above every page, and the one guard before all of them. */
export const Route = createFileRoute('/app')({
  beforeLoad: guard,
  // The area has no page that anybody else could read.
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  errorComponent: AppError,
  component: AppLayout,
});

function AppLayout() {
  const { user } = Route.useRouteContext();
  return (
    <>
      <AppBar user={user} />
      <Outlet />
    </>
  );
}
