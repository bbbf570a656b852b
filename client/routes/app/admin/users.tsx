import { Link, createFileRoute } from '@tanstack/react-router';
import type { UsersPage, UsersQuery } from '#shared/account/account.ts';
import { Pager } from '../../../owner/pager.tsx';
import { type UsersSearch, inRange, readUsersQuery, usersSearch } from '../../../owner/users/users-search.ts';
import { postedOf } from '../../../account/forms/failure.ts';
import { PostedRefusal } from '../../../account/forms/failure-notice.tsx';
import { clampedWords } from '../../../owner/paged-list.ts';
import { UsersFilter } from '../../../owner/users/users-filter.tsx';
import { UsersTable } from '../../../owner/users/users-table.tsx';
import { Notice } from '../../../components/notices/notice.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { readQuery } from '../../../shell/query/read-query.ts';
import { ownerPage } from '../../../shell/signed-in-page.tsx';

export const Route = createFileRoute('/app/admin/users')({
  validateSearch: (raw: Record<string, unknown>): UsersSearch => usersSearch(readUsersQuery(raw)),
  loaderDeps: ({ search }) => ({ asked: readUsersQuery({ ...search }) }),
  ...ownerPage('Users', ['control', 'control', 'control', 'control']),
  loader: async ({ context: { queryClient, rpc, flash }, deps: { asked } }) => {
    const users = await queryClient.fetchQuery(readQuery(rpc, 'users', inRange(asked)));
    const { page } = users;
    return { query: { ...inRange(asked), page }, users, clamped: clampedWords(asked, users), posted: postedOf(flash) };
  },
  component: Users,
});

function Users() {
  const { query, users, clamped, posted } = Route.useLoaderData();
  const { site, user } = Route.useRouteContext();
  return (
    <>
      <PageHeading title="Users" />
      <PostedRefusal posted={posted} forms={['changeRole', 'setDisabled', 'resendVerificationTo', 'signOutUser']} />
      <UsersFilter key={JSON.stringify(query)} query={query} />
      {clamped.length === 0 ? null : (
        <div className="mb-4">
          <Notice>
            <p>{clamped.join(' ')}</p>
          </Notice>
        </div>
      )}
      <UsersTable users={users} query={query} timeZone={site.timeZone} own={user.email} />
      <UsersPager users={users} query={query} />
    </>
  );
}

function UsersPager({ users: { page, pages }, query }: { readonly users: UsersPage; readonly query: UsersQuery }) {
  return (
    <Pager
      page={page}
      pages={pages}
      renderLink={(number, link) => (
        <Link to="/app/admin/users" search={usersSearch({ ...query, page: number })} {...link} />
      )}
    />
  );
}
