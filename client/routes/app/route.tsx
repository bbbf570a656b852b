import { createFileRoute, getRouteApi, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { AppBar } from '../../account/app-bar.tsx';
import { guard } from '../../shell/session.ts';
import { useReloadOnReturn } from '../../account/use-reload-on-return.ts';
import { PerUser } from '../../shell/post-form.tsx';
import { AppError } from '../../shell/screens/app-error.tsx';
import { wordAccountRefusal } from '../../wording/account-refusals.ts';

/** The signed-in area: its guard, and the signed-in user above every page. */
export const Route = createFileRoute('/app')({
  beforeLoad: guard,
  // No page of the area is public.
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  // The guard runs before any page's loader, so the skeleton has to show from here.
  pendingComponent: PendingPage,
  errorComponent: AppError,
  component: AppLayout,
});

function AppLayout() {
  const { user } = Route.useRouteContext();
  useReloadOnReturn();
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

/** Skeleton of the loading page, below the navigation, which stays. */
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
