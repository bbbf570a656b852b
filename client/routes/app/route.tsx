import { createFileRoute, getRouteApi, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { AppBar } from '../../account/app-bar.tsx';
import { guard } from '../../shell/session.ts';
import { useAnewOnReturn } from '../../account/use-anew-on-return.ts';
import { PerUser } from '../../shell/post-form.tsx';
import { AppError } from '../../shell/screens/app-error.tsx';
import { wordAccountRefusal } from '../../wording/account-refusals.ts';

/** The signed-in area: who is signed in above every page, and the one guard before all of them. */
export const Route = createFileRoute('/app')({
  beforeLoad: guard,
  // The area has no public page.
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  // Nothing of the page is asked for before the guard has answered: its shape has to show from here.
  pendingComponent: PendingPage,
  errorComponent: AppError,
  component: AppLayout,
});

function AppLayout() {
  const { user } = Route.useRouteContext();
  useAnewOnReturn();
  return (
    <>
      <AppBar user={user} />
      <PerUser wording={wordAccountRefusal('other-account')}>
        <Outlet />
      </PerUser>
    </>
  );
}

const root = getRouteApi('__root__');

/** The shape of the page that is on its way, below the bar that stays in its place. */
function PendingPage() {
  const { user } = root.useLoaderData();
  const router = useRouter();
  const leaf = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId });
  const Shape = leaf === undefined ? undefined : router.routesById[leaf].options.pendingComponent;
  return (
    <>
      {user ? <AppBar user={user} /> : null}
      {Shape ? <Shape /> : null}
    </>
  );
}
