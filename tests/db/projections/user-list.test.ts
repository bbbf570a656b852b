import { describe, expect, test } from 'vitest';
import type { TableOf } from '#db/projections/projection.ts';
import { type UserRowsPage, foundUsers, listUsers as listCandidates, userGroups } from '#db/projections/user-list.ts';
import { type UserRow, users } from '#db/projections/users.ts';
import { RowTexts } from '#db/read-models/row-texts.ts';
import { ROLE_FILTERS, SORT_ORDERS, USER_SORTS, type UserSort, type UsersQuery } from '#shared/account/account.ts';
import { comparable, withoutAccents } from '#shared/normalize-text.ts';
import { ALL_USERS } from '../../server/accounts/town.ts';
import { openTable } from '../query-plans.ts';

const FIRST_NAMES = ['Ada', 'ada', 'Áda', 'Ben', 'Éva', 'eva', 'Zoë', '100%', 'a_b', 'axb', 'a*', '[a-z]'];
const LAST_NAMES = ['Reyes', 'reyes', 'Óslo'];

/** Many are equal in name, role, confirmation, age, or all of these. Every eleventh is deleted. */
function userRow(index: number): UserRow {
  const isDeleted = index % 11 === 0;
  const name = isDeleted ? null : `${FIRST_NAMES[index % 12] ?? ''} ${LAST_NAMES[index % 3] ?? ''}`;
  const email = isDeleted ? null : `${index % 7 === 0 ? 'Ñandú' : 'mail'}${(index * 7919) % 9973}@example.com`;
  return {
    // The order of ids is not the order of joining.
    id: `u${(index * 6007) % 9973}`,
    person: `p${index}`,
    status: isDeleted ? 'deleted' : index % 5 === 0 ? 'disabled' : 'active',
    role: index % 13 === 1 ? 'admin' : 'user',
    name,
    name_key: name === null ? null : withoutAccents(name),
    email,
    email_key: email === null ? null : comparable(email),
    search_key: name === null ? null : withoutAccents(`${name}\n${email}`),
    verified: index % 4 === 0 ? 0 : 1,
    created_at: Math.floor(index / 6),
    profile_at: null,
    phone: null,
    address: null,
    area: null,
    change_id: null,
    change_email: null,
    change_confirmed: null,
  };
}

function openRows(rows: readonly UserRow[]) {
  return openTable<UserRow, { readonly users: UserRow }>(users, rows);
}

type Table = TableOf<typeof users>;

/** A page of the users of a table, found as the server finds them. */
async function listUsers(db: Table, query: UsersQuery): Promise<UserRowsPage> {
  const all = await db.selectFrom('users').select(['id', 'search_key']).execute();
  const texts = new RowTexts();
  for (const { id, search_key: text } of all) texts.put(id, text);
  const found = await foundUsers({ keysContaining: async (text) => texts.keysContaining(text) }, query);
  return listCandidates(db, query, { groups: await userGroups(db), found, keepRungs: (_, make) => make() });
}

/** Every order that can be asked for. */
const ORDERS = USER_SORTS.flatMap((sortBy) =>
  SORT_ORDERS.flatMap((sortOrder) =>
    USER_SORTS.flatMap((secondarySortBy) =>
      SORT_ORDERS.map((secondarySortOrder) => ({ sortBy, sortOrder, secondarySortBy, secondarySortOrder })),
    ),
  ),
);

const VALUES: Readonly<Record<UserSort, (row: UserRow) => readonly (string | number | null)[]>> = {
  name: ({ name_key, name }) => [name_key, name],
  email: ({ email_key }) => [email_key],
  role: ({ role }) => [role],
  emailVerified: ({ verified }) => [verified],
  createdAt: ({ created_at }) => [created_at],
};

function compare(one: UserRow, other: UserRow, by: UserSort): number {
  const [ones, others] = [VALUES[by](one), VALUES[by](other)];
  const at = ones.findIndex((value, index) => value !== others[index]);
  if (at === -1) return 0;
  return (ones[at] ?? '') < (others[at] ?? '') ? -1 : 1;
}

/** The same users, sorted in memory. */
function sorted(rows: readonly UserRow[], order: (typeof ORDERS)[number]): UserRow[] {
  const sign = { asc: 1, desc: -1 };
  return rows.toSorted(
    (one, other) =>
      sign[order.sortOrder] * compare(one, other, order.sortBy) ||
      sign[order.secondarySortOrder] * compare(one, other, order.secondarySortBy) ||
      (one.id < other.id ? -1 : 1),
  );
}

/** So many that the search `a` does not find few. */
const ROWS = Array.from({ length: 2500 }, (_, index) => userRow(index));
const SEARCHES = [
  '',
  'a',
  'AdA r',
  'ñandú',
  'oslo',
  '100%',
  '%',
  '_',
  'a_b',
  '*',
  'a?',
  '[a-z]',
  ' eva ',
  'unknown',
  '\u0301',
];

function matches({ name, email }: UserRow, search: string): boolean {
  return [name, email].some((text) => withoutAccents(text ?? '').includes(withoutAccents(search.trim())));
}

describe('a page of the list of users', () => {
  const listed = ROWS.filter(({ status }) => status !== 'deleted');

  test.each(SEARCHES)('of the search "%s" has the users that a sort in memory has there', async (search) => {
    const { db } = openRows(ROWS);
    const found = listed.filter((row) => matches(row, search));
    const isLong = search === '' || search === 'a';
    for (const [index, order] of ORDERS.entries()) {
      if (!isLong && index % 7 !== 0) continue;
      const role = ROLE_FILTERS[index % ROLE_FILTERS.length] ?? 'all';
      const expected = sorted(found, order).filter((row) => role === 'all' || row.role === role);
      const pageSize = 7;
      const pages = Math.max(1, Math.ceil(expected.length / pageSize));
      for (const page of new Set([1, Math.ceil(pages / 2), pages])) {
        const query: UsersQuery = { ...order, search, role, page, pageSize };
        const rows = expected.slice((page - 1) * pageSize, page * pageSize);
        const list = await listUsers(db, query);
        expect({ query, ...list }).toEqual({ query, rows, page, pages, total: expected.length });
      }
    }
  });

  test.each([
    ['role', 'name', 'name', null],
    ['name', 'role', 'name', null],
    ['name', 'email', 'name', '2 TERMS'],
    ['emailVerified', 'email', 'email', null],
    ['email', 'name', 'email', null],
    ['createdAt', 'name', 'age', '3 TERMS'],
    ['role', 'emailVerified', 'group', null],
  ] as const)(
    'by %s and %s merges groups in the order of the index by %s, and sorts equal users alone',
    async (...given) => {
      const [sortBy, secondarySortBy, index, last] = given;
      const { db, plans } = openRows(ROWS);
      for (const search of ['', 'a']) {
        plans.length = 0;
        await listUsers(db, { ...ALL_USERS, sortBy, secondarySortBy, search, page: 2 });
        const [, count, ...others] = plans;
        const [page, rows] = others.slice(-2);
        const steps = new Set(page?.split('\n'));
        expect(count).toBe('SCAN users USING COVERING INDEX users_by_group');
        expect([...steps].filter((step) => !/^(?:MERGE \(UNION ALL\)|LEFT|RIGHT)$/.test(step))).toEqual([
          `SEARCH users USING COVERING INDEX users_by_${index} (role=? AND verified=?)`,
          ...(last === null ? [] : [`USE TEMP B-TREE FOR LAST ${last} OF ORDER BY`]),
        ]);
        expect(rows).toBe('SEARCH users USING PRIMARY KEY (id=?)');
      }
    },
  );

  test('of a search that finds few users is made of those alone', async () => {
    const { db, plans } = openRows(ROWS);
    await listUsers(db, { ...ALL_USERS, search: 'eva oslo' });
    const found = 'SEARCH users USING PRIMARY KEY (id=?)';
    expect(plans).toEqual([
      // The texts that are searched, which the server has in memory.
      'SCAN users',
      'SCAN users USING COVERING INDEX users_by_group',
      expect.stringMatching(`^${RegExp.escape(found)}`),
      found,
    ]);
  });

  test('behind the middle is read from the end: the last page skips no user', async () => {
    const { db, skipped } = openRows(ROWS);
    const { total } = await listUsers(db, ALL_USERS);
    await listUsers(db, { ...ALL_USERS, page: Math.ceil(total / ALL_USERS.pageSize) });
    expect(skipped.at(-2)).toBe(0);
  });

  test.each([
    ['name', 'name', 'name'],
    ['email', 'email', 'email'],
    ['createdAt', 'createdAt', 'age'],
    ['role', 'name', 'name'],
    ['emailVerified', 'name', 'name'],
  ] as const)(
    'by %s in the middle of many users, all or found, merges no more of them than the small groups have, and those who are equal in %s',
    async (sortBy, inside, index) => {
      const { db, plans, skipped } = openRows(ROWS);
      const groups = await userGroups(db);
      const sizes = groups.map(({ size }) => size).toSorted((a, b) => b - a);
      const small = sizes.slice(1).reduce((sum, size) => sum + size, 0);
      const alike = Math.max(
        ...Map.groupBy(listed, (row) => String(VALUES[inside](row)[0]))
          .values()
          .map((rows) => rows.length),
      );
      for (const search of ['', 'a']) {
        const { pages } = await listUsers(db, { ...ALL_USERS, sortBy, search });
        const page = Math.floor(pages / 2);
        await listUsers(db, { ...ALL_USERS, sortBy, search, page });
        expect(skipped.at(-2)).toBeLessThanOrEqual(small + alike);
        expect((page - 1) * ALL_USERS.pageSize).toBeGreaterThan(small + alike);
        expect(plans.at(-2)).toContain(`SEARCH users USING COVERING INDEX users_by_${index}`);
      }
    },
  );

  test('of a role that no user has is empty, however many a search finds of the other', async () => {
    const { db } = openRows(
      ROWS.filter(({ role }) => role === 'user').concat(
        ROWS.map((row) => ({ ...row, id: `${row.id}+`, role: 'user' })),
      ),
    );
    expect(await listUsers(db, { ...ALL_USERS, search: 'a', role: 'admin' })).toMatchObject({
      rows: [],
      total: 0,
      pages: 1,
    });
  });

  test('behind the last page is the last page', async () => {
    const { db } = openRows(ROWS.slice(0, 30));
    const last = await listUsers(db, { ...ALL_USERS, page: 3 });
    expect(last).toMatchObject({ page: 3, pages: 3, total: 27 });
    expect(await listUsers(db, { ...ALL_USERS, page: 1_000_000 })).toEqual(last);
  });
});
