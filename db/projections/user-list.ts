/**
 * The admins' list of users: searched, filtered, sorted by two columns and read a page at a time (SPEC.md sections 2 and 7). Role and
 * confirmed address divide the users into four groups. Each index begins with these, so that every group is in the order of the
 * index, and SQLite merges the groups without sorting all users.
 */
import { type RawBuilder, sql } from 'kysely';
import { ROLES, type SortOrder, type UserSort, type UsersQuery } from '#shared/account/account.ts';
import { withoutAccents } from '#shared/normalize-text.ts';
import { containing } from './glob.ts';
import type { TableOf } from './projection.ts';
import type { UserRow, users } from './users.ts';

type Table = TableOf<typeof users>;
type Sql = RawBuilder<unknown>;

/** A column of the order. */
interface Sorted {
  readonly column: keyof UserRow;
  readonly order: SortOrder;
}

/** Names that differ only in accents or case are ordered by those. */
const SORT_COLUMNS = {
  name: ['name_key', 'name'],
  email: ['email_key'],
  role: ['role'],
  emailVerified: ['verified'],
  createdAt: ['created_at'],
} as const satisfies Record<UserSort, readonly (keyof UserRow)[]>;

/** The index whose groups are in this order. Null for columns that a group has only one value of. */
const INDEXES = {
  name: 'users_by_name',
  email: 'users_by_email',
  role: null,
  emailVerified: null,
  createdAt: 'users_by_age',
} as const satisfies Record<UserSort, string | null>;

/** Has the users of each group in the order of their ids. It is the smallest index. */
const PLAIN_INDEX = 'users_by_group';

/** At most so many users that a search finds are sorted. More are counted, and then read in the order of an index. */
const FEW = 2000;

/** The users who match the search and the role: only a deleted one has no `search_key`. */
function matching({ search, role }: Pick<UsersQuery, 'search' | 'role'>): Sql {
  const text = withoutAccents(search.trim());
  const found = text === '' ? sql`search_key IS NOT NULL` : sql`search_key GLOB ${containing(text)}`;
  return role === 'all' ? found : sql`role = ${role} AND ${found}`;
}

/** Users who are equal in both sort columns are ordered by id. No two have the same address: no column comes after it. */
function orderOf({ sortBy, sortOrder, secondarySortBy, secondarySortOrder }: UsersQuery): readonly Sorted[] {
  const isDecided = sortBy === 'email' || sortBy === secondarySortBy;
  const first = SORT_COLUMNS[sortBy].map((column): Sorted => ({ column, order: sortOrder }));
  const second = SORT_COLUMNS[secondarySortBy].map((column): Sorted => ({ column, order: secondarySortOrder }));
  return [...first, ...(isDecided ? [] : second), { column: 'id', order: 'asc' }];
}

function orderBy(order: readonly Sorted[], isReversed: boolean): Sql {
  const terms = order.map(({ column, order: asked }) => {
    return sql`${sql.ref(column)} ${sql.raw((asked === 'desc') === isReversed ? 'ASC' : 'DESC')}`;
  });
  return sql`ORDER BY ${sql.join(terms)}`;
}

async function run<Row>(db: Table, query: Sql): Promise<Row[]> {
  return (await sql<Row>`${query}`.execute(db)).rows;
}

/** A query over the smallest index. */
function scan(columns: Sql, query: UsersQuery): Sql {
  return sql`SELECT ${columns} FROM users INDEXED BY ${sql.ref(PLAIN_INDEX)} WHERE ${matching(query)}`;
}

/** The ids of all users that a search finds; null when they are not few. */
async function fewFound(db: Table, query: UsersQuery): Promise<readonly string[] | null> {
  if (query.search.trim() === '') return null;
  const found = await run<{ readonly id: string }>(db, sql`${scan(sql.ref('id'), query)} LIMIT ${FEW + 1}`);
  return found.length > FEW ? null : found.map(({ id }) => id);
}

/** The number of users who match the search and the role. */
export async function countUsers(db: Table, query: UsersQuery): Promise<number> {
  const [counted] = await run<{ readonly total: number }>(db, scan(sql`count(*) AS total`, query));
  return counted?.total ?? 0;
}

/** All matching users, group by group. */
function everyGroup(query: UsersQuery, order: readonly Sorted[]): Sql {
  const index = INDEXES[query.sortBy] ?? INDEXES[query.secondarySortBy] ?? PLAIN_INDEX;
  const columns = new Set(['id', ...order.map(({ column }) => column)]);
  const roles = ROLES.filter((role) => query.role === 'all' || role === query.role);
  const groups = roles.flatMap((role) =>
    [0, 1].map((verified) => {
      return sql`SELECT ${sql.join([...columns].map((column) => sql.ref(column)))} FROM users INDEXED BY ${sql.ref(index)}
        WHERE role = ${role} AND verified = ${verified} AND ${matching({ ...query, role: 'all' })}`;
    }),
  );
  return sql.join(groups, sql` UNION ALL `);
}

/** A page of users, and the numbers of all that match. */
export interface UserRowsPage {
  readonly rows: readonly UserRow[];
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
  readonly total: number;
}

/** A page of the matching users; the last one if there are fewer pages. `known` is their number, if it has been counted. */
export async function listUsers(db: Table, query: UsersQuery, known?: number): Promise<UserRowsPage> {
  const few = await fewFound(db, query);
  const total = few?.length ?? known ?? (await countUsers(db, query));
  const pages = Math.max(1, Math.ceil(total / query.pageSize));
  const page = Math.min(query.page, pages);
  const skipped = (page - 1) * query.pageSize;
  const size = Math.min(query.pageSize, total - skipped);
  if (size === 0) return { rows: [], page, pages, total };
  const order = orderOf(query);
  // Pages behind the middle are read from the end, so that fewer users are skipped.
  const isReversed = skipped > total / 2;
  const users = few
    ? sql`SELECT * FROM users WHERE id IN (SELECT value FROM json_each(${JSON.stringify(few)}))`
    : everyGroup(query, order);
  const sorted = sql`${users} ${orderBy(order, isReversed)}
    LIMIT ${size} OFFSET ${isReversed ? total - skipped - size : skipped}`;
  const ids = (await run<{ readonly id: string }>(db, sorted)).map(({ id }) => id);
  const found = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  const rows = new Map(found.map((row) => [row.id, row]));
  const inOrder = isReversed ? ids.toReversed() : ids;
  return { rows: inOrder.flatMap((id) => rows.get(id) ?? []), page, pages, total };
}
