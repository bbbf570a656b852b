/** The admins' list of users (SPEC.md sections 2 and 7). */
import { sql } from 'kysely';
import type { UserSort, UsersQuery } from '#shared/account/account.ts';
import { type ListPage, pageOfList } from '#shared/list-page.ts';
import type { UserRow } from '../../projections/users.ts';
import type { Queries } from '../../tables.ts';
import { matchesSearch } from './search-filter.ts';

/** Names that differ only in accents or case are ordered by those. */
const SORT_COLUMNS = {
  name: ['name_key', 'name'],
  email: ['email_key'],
  role: ['role'],
  emailVerified: ['verified'],
  createdAt: ['created_at'],
} as const satisfies Record<UserSort, readonly (keyof UserRow)[]>;

export async function listUsers(
  db: Queries,
  { search, role, sortBy, sortOrder, secondarySortBy, secondarySortOrder, page: asked, pageSize }: UsersQuery,
): Promise<ListPage & { readonly rows: readonly UserRow[] }> {
  const matching = db
    .selectFrom('users')
    .where('search_key', 'is not', null)
    .where(matchesSearch(search))
    .$if(role !== 'all', (query) => query.where('role', '=', role === 'admin' ? 'admin' : 'user'));
  const { count } = await matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const { offset, ...page } = pageOfList(count, asked, pageSize);
  const order = sql.join([
    ...SORT_COLUMNS[sortBy].map((column) => sql`${sql.ref(column)} ${sql.raw(sortOrder)}`),
    ...SORT_COLUMNS[secondarySortBy].map((column) => sql`${sql.ref(column)} ${sql.raw(secondarySortOrder)}`),
    sql`id`,
  ]);
  // Sorting ids takes less time than sorting rows.
  const ids = matching.select('id').orderBy(order).limit(pageSize).offset(offset);
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy(order).execute();
  return { rows, ...page };
}
