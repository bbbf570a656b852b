import { createFileRoute } from '@tanstack/react-router';
import { type UsersQuery, ROLE_FILTERS, type RoleFilter } from '#shared/account/account.ts';
import { Pager, FilterBar, RowsField } from '../../../owner/filter-bar.tsx';
import { readUsersQuery, readUsersSearch, usersSearch, USERS_DEFAULTS } from '../../../owner/list-search.ts';
import { postedOf, PostedRefusal } from '../../../account/forms/failure.tsx';
import { UsersTable } from '../../../owner/users/users-table.tsx';
import { PageHeading, Button, TextLink } from '../../../components/page.tsx';
import { readQuery } from '../../../shell/query/query-client.ts';
import { ownerPage } from '../../../shell/signed-in-page.tsx';
import { SelectField, TextField } from '../../../components/fields/inputs.tsx';

export const Route = createFileRoute('/app/admin/users')({
  validateSearch: readUsersSearch,
  loaderDeps: ({ search }) => ({ query: readUsersQuery({ ...search }) }),
  ...ownerPage('Users', ['control', 'control', 'control', 'control']),
  loader: async ({ context: { queryClient, rpc, flash }, deps: { query } }) => {
    const users = await queryClient.fetchQuery(readQuery(rpc, 'users', query));
    return { query: { ...query, page: users.page }, users, posted: postedOf(flash) };
  },
  component: Users,
});

function Users() {
  const { query, users, posted } = Route.useLoaderData();
  const { site, user } = Route.useRouteContext();
  return (
    <>
      <PageHeading title="Users" />
      <PostedRefusal posted={posted} />
      <UsersFilter key={JSON.stringify(query)} query={query} />
      <UsersTable users={users} query={query} timeZone={site.timeZone} own={user.email} />
      <Pager {...users} />
    </>
  );
}

const ROLE_NAMES: Readonly<Record<RoleFilter, string>> = { all: 'Everyone', user: 'Users', admin: 'Admins' };

/** Keeps the sort order. */
function UsersFilter({ query }: { readonly query: UsersQuery }) {
  const { page: _page, pageSize, search, role, ...sorting } = query;
  return (
    <FilterBar page="/app/admin/users" read={readUsersSearch}>
      {Object.entries(sorting)
        .filter(([name, value]) => value !== USERS_DEFAULTS[name as keyof UsersQuery])
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <div className="grow max-sm:w-full sm:max-w-80">
        <TextField
          name="search"
          label="Name or email"
          type="search"
          defaultValue={search}
          maxLength={200}
          required={false}
        />
      </div>
      <SelectField
        name="role"
        label="Role"
        options={ROLE_FILTERS.map((value) => ({ value, label: ROLE_NAMES[value] }))}
        defaultValue={role}
        required={false}
      />
      <RowsField pageSize={pageSize} />
      <Button type="submit">Apply</Button>
      {search !== '' || role !== 'all' ? (
        <TextLink to="/app/admin/users" search={usersSearch({ ...USERS_DEFAULTS, ...sorting, pageSize })}>
          Show everyone
        </TextLink>
      ) : null}
    </FilterBar>
  );
}
