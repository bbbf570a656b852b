/**
 * The admins' list of users: searched, filtered, sorted by two columns and read a page at a time (SPEC.md sections 2 and 7). Role and
 * confirmed address divide the users into four groups. Each index begins with these, so that every group is in the order of the
 * index, and SQLite merges the groups without sorting all users.
 */
import { type RawBuilder, sql } from 'kysely';
import type { UserSort, UsersQuery } from '#shared/account/account.ts';
import { withoutAccents } from '#shared/normalize-text.ts';
import type { RowQueries } from '../read-models/read-queries.ts';
import { containing } from './glob.ts';
import type { TableOf } from './projection.ts';
import { type Rung, rungAt } from './rungs.ts';
import { type Sorted, type UserGroup, isOfGroup, largestOf, partsOf, sizeOf } from './user-groups.ts';
import type { UserRow, users } from './users.ts';

type Table = TableOf<typeof users>;
type Sql = RawBuilder<unknown>;

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

/** At most so many users that a search finds are sorted. More are read in the order of an index. */
const FEW = 2000;

/** From so many users on that a page skips it is worth to look for where it begins. */
const MANY_SKIPPED = 200;

/** The users who are not deleted, by group. */
export function userGroups(db: Table): Promise<UserGroup[]> {
  return run(
    db,
    sql`SELECT role, verified, count(*) AS size FROM users INDEXED BY ${sql.ref(PLAIN_INDEX)}
      WHERE search_key IS NOT NULL GROUP BY role, verified`,
  );
}

/** The searched text; empty without a search, also one of accents alone. */
function textOf(search: string): string {
  return withoutAccents(search.trim()).trim();
}

/** The ids of all users whose name or address contains the searched text; null without a search. */
export async function foundUsers(
  db: Pick<RowQueries<'users', UserRow>, 'keysContaining'>,
  { search }: UsersQuery,
): Promise<readonly string[] | null> {
  const text = textOf(search);
  return text === '' ? null : db.keysContaining(text);
}

/** Users who are equal in both sort columns are ordered by id. No two have the same address: no column comes after it. */
function orderOf({ sortBy, sortOrder, secondarySortBy, secondarySortOrder }: UsersQuery): readonly Sorted[] {
  const isDecided = sortBy === 'email' || sortBy === secondarySortBy;
  const first = SORT_COLUMNS[sortBy].map((column): Sorted => ({ column, order: sortOrder }));
  const second = SORT_COLUMNS[secondarySortBy].map((column): Sorted => ({ column, order: secondarySortOrder }));
  return [...first, ...(isDecided ? [] : second), { column: 'id', order: 'asc' }];
}

function orderBy(order: readonly Sorted[]): Sql {
  return sql`ORDER BY ${sql.join(order.map(({ column, order: by }) => sql`${sql.ref(column)} ${sql.raw(by)}`))}`;
}

const REVERSE = { asc: 'desc', desc: 'asc' } as const;

async function run<Row>(db: Table, query: Sql): Promise<Row[]> {
  return (await sql<Row>`${query}`.execute(db)).rows;
}

function inGroup(index: string, { role, verified }: UserGroup): Sql {
  return sql`users INDEXED BY ${sql.ref(index)} WHERE search_key IS NOT NULL AND role = ${role} AND verified = ${verified}`;
}

interface Walk {
  /** With the number of users in each whom the walk meets. */
  readonly groups: readonly UserGroup[];
  readonly index: string;
  readonly order: readonly Sorted[];
  /** True for all users whom a search finds; for everyone without a search. */
  readonly isFound: Sql;
  /** Number of users in this order before the page. */
  readonly skipped: number;
  readonly keepRungs: Candidates['keepRungs'];
}

/** Users in a query without an order. */
interface Unordered {
  readonly users: Sql;
  /** The number of these before the page. */
  readonly skipped: number;
}

/**
 * The users from somewhere before the page on: the parts before it are left out, and so is the beginning of its own part. Of the users
 * before the page in that part, at least as many as its smaller groups do not have are of its largest: a ladder leads past these.
 */
async function walked(
  db: Table,
  { groups: all, index, order, isFound, skipped: skippedOfAll, keepRungs }: Walk,
): Promise<Unordered> {
  const parts = partsOf(all, order);
  let skipped = skippedOfAll;
  while (parts[0] && sizeOf(parts[0]) <= skipped) skipped -= sizeOf(parts.shift() ?? []);
  const [groups = [], ...later] = parts;
  const rest = { groups: later.flat(), index, order };
  const largest = largestOf(groups);
  const ofLargest = skipped - (sizeOf(groups) - largest.size);
  const inside = order.find(({ column }) => !isOfGroup(column));
  if (!inside || ofLargest < MANY_SKIPPED)
    return { users: merged({ ...rest, groups: parts.flat() }, isFound), skipped };
  const rows = sql`${inGroup(index, largest)} AND ${isFound}`;
  const ladder = `${index} ${largest.role} ${largest.verified} ${inside.order}`;
  const sorted = { run: <Row>(query: Sql) => run<Row>(db, query), rows, ...inside };
  const first = await rungAt(sorted, ofLargest, (make) => keepRungs(ladder, make));
  if (!first) return { users: merged({ ...rest, groups: parts.flat() }, isFound), skipped };
  const column = sql.ref(inside.column);
  const [isBefore, isNotBefore] = inside.order === 'asc' ? ['<', '>='] : ['>', '<='];
  const before = sql`${column} ${sql.raw(isBefore)} ${first.value} AND ${isFound}`;
  const others = groups.filter((group) => group !== largest);
  const left = first.before + (await countInGroups(db, { groups: others, index }, before));
  const near = merged({ ...rest, groups }, sql`${column} ${sql.raw(isNotBefore)} ${first.value} AND ${isFound}`);
  return { users: later.length === 0 ? near : union([near, merged(rest, isFound)]), skipped: skipped - left };
}

async function countInGroups(
  db: Table,
  { groups, index }: Pick<Walk, 'groups' | 'index'>,
  condition: Sql,
): Promise<number> {
  const counts = groups.map((group) => sql`SELECT count(*) AS size FROM ${inGroup(index, group)} AND ${condition}`);
  if (groups.length === 0) return 0;
  const [all] = await run<{ readonly size: number | null }>(db, sql`SELECT sum(size) AS size FROM (${union(counts)})`);
  return all?.size ?? 0;
}

function union(parts: readonly Sql[]): Sql {
  return sql.join(parts, sql` UNION ALL `);
}

/** The columns that the order needs, and the id. */
function sortedBy(order: readonly Sorted[]): Sql {
  return sql.join([...new Set(['id', ...order.map(({ column }) => column)])].map((column) => sql.ref(column)));
}

/** The users of the groups who fulfil a condition, group by group. */
function merged({ groups, index, order }: Pick<Walk, 'groups' | 'index' | 'order'>, condition: Sql): Sql {
  return union(groups.map((group) => sql`SELECT ${sortedBy(order)} FROM ${inGroup(index, group)} AND ${condition}`));
}

function withIds(ids: readonly string[]): Sql {
  return sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

function ofFew(ids: readonly string[], { order, skipped }: Walk): Unordered {
  return { users: sql`SELECT ${sortedBy(order)} FROM users WHERE ${withIds(ids)}`, skipped };
}

/** All users who are not deleted, and those whom a search finds. */
export interface Candidates {
  readonly groups: readonly UserGroup[];
  /** The ids of all users whose `search_key` contains the searched text; null without a search. */
  readonly found: readonly string[] | null;
  /** Returns the rungs of a ladder over the candidates as they are now, made or kept; none when it is not worth making them. */
  readonly keepRungs: (ladder: string, make: () => Promise<readonly Rung[]>) => Promise<readonly Rung[]>;
}

interface Matching {
  readonly total: number;
  /** The groups of the role, with the number of matching users in each. */
  readonly groups: readonly UserGroup[];
  /** True for matching users. */
  readonly isFound: Sql;
  /** The ids of all matching users, if a search finds few. */
  readonly few: readonly string[] | null;
}

/** The groups with the number of users whom a search finds in each. Those of the largest are the others of all whom it finds. */
async function searchedGroups(
  db: Table,
  groups: readonly UserGroup[],
  { found, isFound }: { found: number; isFound: Sql },
): Promise<UserGroup[]> {
  const largest = largestOf(groups);
  const counts = groups
    .filter((group) => group !== largest)
    .map(
      (group) =>
        sql`SELECT ${group.role} AS role, ${group.verified} AS verified, count(*) AS size
          FROM ${inGroup(PLAIN_INDEX, group)} AND ${isFound}`,
    );
  const others = counts.length === 0 ? [] : await run<UserGroup>(db, union(counts));
  return [...others, { ...largest, size: found - sizeOf(others) }];
}

async function matching(
  db: Table,
  query: UsersQuery,
  { groups: all, found }: Pick<Candidates, 'groups' | 'found'>,
): Promise<Matching> {
  const { role } = query;
  const ofRole = ({ role: each }: UserGroup) => role === 'all' || each === role;
  const isSearched = found !== null && found.length < sizeOf(all);
  if (isSearched && found.length <= FEW) {
    const rows = sql`SELECT id FROM users WHERE ${withIds(found)} AND role = ${role}`;
    const few = role === 'all' ? found : (await run<{ readonly id: string }>(db, rows)).map(({ id }) => id);
    return { total: few.length, groups: all, isFound: sql`TRUE`, few };
  }
  const isFound = isSearched ? sql`search_key GLOB ${containing(textOf(query.search))}` : sql`TRUE`;
  const groups = isSearched ? await searchedGroups(db, all, { found: found.length, isFound }) : all;
  const matched = groups.filter(ofRole);
  return { total: sizeOf(matched), groups: matched, isFound, few: null };
}

/** A page of users, and the numbers of all that match. */
export interface UserRowsPage {
  readonly rows: readonly UserRow[];
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
  readonly total: number;
}

/** A page of the matching users; the last one if there are fewer pages. */
export async function listUsers(db: Table, query: UsersQuery, candidates: Candidates): Promise<UserRowsPage> {
  const { total, few, ...matched } = await matching(db, query, candidates);
  const pages = Math.max(1, Math.ceil(total / query.pageSize));
  const page = Math.min(query.page, pages);
  const before = (page - 1) * query.pageSize;
  const size = Math.min(query.pageSize, total - before);
  if (size === 0) return { rows: [], page, pages, total };
  // Pages behind the middle are read from the end, so that fewer users are skipped.
  const isReversed = before > total / 2;
  const walk: Walk = {
    ...matched,
    index: INDEXES[query.sortBy] ?? INDEXES[query.secondarySortBy] ?? PLAIN_INDEX,
    order: orderOf(query).map(({ column, order }) => ({ column, order: isReversed ? REVERSE[order] : order })),
    skipped: isReversed ? total - before - size : before,
    keepRungs: candidates.keepRungs,
  };
  const { users, skipped } = few ? ofFew(few, walk) : await walked(db, walk);
  const sorted = sql`${users} ${orderBy(walk.order)} LIMIT ${size} OFFSET ${skipped}`;
  const ids = (await run<{ readonly id: string }>(db, sorted)).map(({ id }) => id);
  const found = await db
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', ids)
    .where('search_key', 'is not', null)
    .execute();
  const rows = new Map(found.map((row) => [row.id, row]));
  const inOrder = isReversed ? ids.toReversed() : ids;
  return { rows: inOrder.flatMap((id) => rows.get(id) ?? []), page, pages, total };
}
