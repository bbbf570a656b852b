import { Link } from '@tanstack/react-router';
import type { UsersPage, UsersQuery } from '#shared/account/account.ts';
import { buttonClass } from '../components/button.tsx';
import { usersSearch } from './users-search.ts';

interface Parts {
  readonly users: UsersPage;
  readonly query: UsersQuery;
}

/** Links to the previous and next page. */
export function UsersPager({ users: { page, pages }, query }: Parts) {
  if (pages === 1) return null;
  const to = (number: number) => usersSearch({ ...query, page: number });
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      {page > 1 ? (
        <Link to="/app/admin/users" search={to(page - 1)} rel="prev" className={buttonClass()}>
          Previous page
        </Link>
      ) : null}
      <p>
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
      </p>
      {page < pages ? (
        <Link to="/app/admin/users" search={to(page + 1)} rel="next" className={buttonClass()}>
          Next page
        </Link>
      ) : null}
    </nav>
  );
}
