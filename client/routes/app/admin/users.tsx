import { createFileRoute } from '@tanstack/react-router';
import { MOST_USERS_A_PAGE } from '#shared/account/account.ts';
import { postedOf } from '../../../account/forms/posted.ts';
import { PostedRefusal } from '../../../account/forms/posted-refusal.tsx';
import { UsersFilter } from '../../../owner/users-filter.tsx';
import { UsersPager } from '../../../owner/users-pager.tsx';
import { impossibleSize, readUsersQuery, readUsersSearch, type UsersSearch } from '../../../owner/users-search.ts';
import { UsersTable } from '../../../owner/users-table.tsx';
import { PageHeading } from '../../../components/page.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { pageHead } from '../../../shell/page-head.ts';
import { read } from '../../../shell/query/read.ts';
import { AdminError } from '../../../shell/screens/app-error.tsx';

export const Route = createFileRoute('/app/admin/users')({
  validateSearch: (raw: Record<string, unknown>): UsersSearch => readUsersSearch(raw),
  loaderDeps: ({ search }) => ({ query: readUsersQuery({ ...search }), impossible: impossibleSize({ ...search }) }),
  loader: async ({ context: { rpc, flash, user }, deps: { query, impossible }, abortController: { signal } }) => ({
    query,
    impossible,
    users: await read((leave) => rpc.users(query, { signal: leave }), signal),
    posted: postedOf(flash),
    user,
  }),
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/app/admin/users',
      title: 'Users',
      description: 'Everyone who has an account.',
      isIndexed: false,
    }),
  pendingComponent: () => <Skeleton says="One moment…" lines={['title', 'control', 'control', 'control', 'control']} />,
  errorComponent: AdminError,
  component: Users,
});

function Users() {
  const { query, impossible, users, posted } = Route.useLoaderData();
  const { site, user } = Route.useRouteContext();
  return (
    <>
      <PageHeading title="Users" />
      <PostedRefusal posted={posted} forms={['changeRole', 'setDisabled', 'resendVerificationTo', 'signOutUser']} />
      <UsersFilter key={JSON.stringify(query)} query={query} />
      {impossible === null ? null : (
        <p className="mb-4">
          You asked for {impossible.toLocaleString('en-US')} users a page. A page has 1 to {MOST_USERS_A_PAGE}.
        </p>
      )}
      <UsersTable users={users} query={query} timeZone={site.timeZone} own={user.email} />
      <UsersPager users={users} query={query} />
    </>
  );
}
