import { foundUsers, listUsers, userGroups } from '#db/projections/user-list.ts';
import type { Rung } from '#db/projections/rungs.ts';
import type { Store } from '#db/store.ts';
import type { ListedUser, UsersPage, UsersQuery } from '#shared/account/account.ts';
import { KeptResults } from './kept-results.ts';

/** Under one key: counting the users of each group reads an index of all. */
const GROUPS = new KeptResults<Awaited<ReturnType<typeof userGroups>>>({ from: ['users'], most: 1 });

/** Of the latest searches, so that each looks once for all of its pages: finding tens of thousands takes 15 ms. */
const FOUND = new KeptResults<Awaited<ReturnType<typeof foundUsers>>>({ from: ['users'], most: 4 });

/** For pages far behind: one ladder for all pages of an order and a search. Making it takes longer than to read one such page without. */
const LADDERS = new KeptResults<readonly Rung[]>({ from: ['users'], most: 16 });

/** A page of users; the last one if there are fewer pages (SPEC.md sections 2 and 7). */
export async function listedUsers(store: Store, query: UsersQuery): Promise<UsersPage> {
  const { users } = store.shownQueries();
  const groups = await GROUPS.of(store, { key: '' }, () => userGroups(users));
  const found = await FOUND.of(store, { key: query.search }, () => foundUsers(users, query));
  const keepRungs = async (ladder: string, make: () => Promise<readonly Rung[]>) =>
    (await LADDERS.ofSecond(store, { key: `${ladder} ${query.search}` }, make)) ?? [];
  const { rows, ...numbers } = await listUsers(users, query, { groups, found, keepRungs });
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
