import { countUsers, listUsers } from '#db/projections/user-list.ts';
import type { Store } from '#db/store.ts';
import type { ListedUser, UsersPage, UsersQuery } from '#shared/account/account.ts';
import { KeptCounts } from './kept-counts.ts';

/** By role, of lists that are not searched. */
const TOTALS = new KeptCounts<number>();

/** A page of users; the last one if there are fewer pages (SPEC.md sections 2 and 7). */
export async function listedUsers(store: Store, query: UsersQuery): Promise<UsersPage> {
  const { users } = store.shownQueries();
  const isSearched = query.search.trim() !== '';
  // Counting reads the index of all users, which takes longer than reading the page.
  const total = isSearched ? undefined : await TOTALS.of(store, { key: query.role }, () => countUsers(users, query));
  const { rows, ...numbers } = await listUsers(users, query, total);
  const listed = rows.map(({ id, name, email, role, verified, created_at: createdAt, status }): ListedUser => ({
    id,
    name: name ?? '',
    email: email ?? '',
    role,
    emailVerified: verified === 1,
    createdAt,
    isDisabled: status === 'disabled',
  }));
  return { users: listed, pageSize: query.pageSize, ...numbers };
}
