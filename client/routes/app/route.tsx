import { createFileRoute, getRouteApi, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { AppBar } from '../../account/app-bar.tsx';
import { AppError } from '../../shell/screens/app-error.tsx';

/** The guard is on each page, because the router shows skeletons for pages that wait, but not for a layout. */
export const Route = createFileRoute('/app')({
  // No page of the area is public.
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  pendingComponent: PendingLayout,
  errorComponent: AppError,
  component: AppLayout,
});

const root = getRouteApi('__root__');

/** The skeleton of a page that a visitor from outside the area waits for. */
function PendingLayout() {
  const { user } = root.useLoaderData();
  const router = useRouter();
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId });
  const PageSkeleton = page === undefined ? undefined : router.routesById[page].options.pendingComponent;
  return (
    <>
      {user ? <AppBar user={user} /> : null}
      {PageSkeleton ? <PageSkeleton /> : null}
    </>
  );
}

function AppLayout() {
  const loaded = root.useLoaderData();
  const signedIn = useRouterState({
    select: ({ matches }) => {
      const { context } = matches.at(-1) ?? {};
      return context && 'user' in context ? context.user : null;
    },
  });
  const user = signedIn ?? loaded.user;
  return (
    <>
      {user ? <AppBar user={user} /> : null}
      <Outlet />
    </>
  );
}
