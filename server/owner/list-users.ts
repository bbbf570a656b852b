import { listUsers } from '#db/queries/owner/list-users.ts';
import type { Store } from '#db/store.ts';
import type { ListedUser, UsersPage, UsersQuery } from '#shared/account/account.ts';

/** The last page if there are fewer (SPEC.md sections 2 and 7). */
export async function listedUsers(store: Store, query: UsersQuery): Promise<UsersPage> {
  const { rows, ...numbers } = await listUsers(store.db, query);
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
