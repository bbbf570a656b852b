import { Link } from '@tanstack/react-router';
import type { UsersPage, UsersQuery } from '#shared/account/account.ts';
import { Pager } from '../pager.tsx';
import { usersSearch } from './users-search.ts';

interface Parts {
  readonly users: UsersPage;
  readonly query: UsersQuery;
}

export function UsersPager({ users: { page, pages }, query }: Parts) {
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
