import { ROLE_FILTERS, type RoleFilter, type UsersQuery } from '#shared/account/account.ts';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/fields/select-field.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { FilterBar, RowsField } from '../filter-bar.tsx';
import { readUsersQuery, USERS_DEFAULTS, usersSearch } from './users-search.ts';

const ROLE_NAMES: Readonly<Record<RoleFilter, string>> = { all: 'Everyone', user: 'Users', admin: 'Admins' };

/** Keeps the sort order. */
export function UsersFilter({ query }: { readonly query: UsersQuery }) {
  const { page: _page, pageSize, search, role, ...sorting } = query;
  return (
    <FilterBar page="/app/admin/users" read={(fields) => usersSearch(readUsersQuery(fields))}>
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
