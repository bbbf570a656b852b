import { describe, expect, test } from 'vitest';
import { type UserRow, users } from '#db/projections/users.ts';
import { listUsers } from '#db/queries/owner/list-users.ts';
import { ROLE_FILTERS, SORT_ORDERS, USER_SORTS, type UserSort, type UsersQuery } from '#shared/account/account.ts';
import { comparable } from '#shared/normalize-text.ts';
import { searchKey, searchText, searchWords } from '#shared/search-text.ts';
import { ALL_USERS } from '../../../server/accounts/town.ts';
import { openTable } from '../../query-plans.ts';

const FIRST_NAMES = ['Ada', 'ada', 'Áda', 'Ben', 'Éva', 'eva', 'Zoë', '100%', 'a_b', 'axb', 'a*', '[a-z]'];
const LAST_NAMES = ['Reyes', 'reyes', 'Óslo'];

/** Many are equal in name, role, confirmation, age, or all of these. Every eleventh is deleted. */
function userRow(index: number): UserRow {
  const isDeleted = index % 11 === 0;
  const name = isDeleted ? null : `${FIRST_NAMES[index % 12] ?? ''} ${LAST_NAMES[index % 3] ?? ''}`;
  const email = isDeleted ? null : `${index % 7 === 0 ? 'Ñandú' : 'mail'}${(index * 7919) % 9973}@example.com`;
  const phone = index % 3 === 0 ? `+1 (805) 555-${String(index).padStart(4, '0')}` : null;
  return {
    // The order of ids is not the order of joining.
    id: `u${(index * 6007) % 9973}`,
    status: isDeleted ? 'deleted' : index % 5 === 0 ? 'disabled' : 'active',
    role: index % 13 === 1 ? 'admin' : 'user',
    name,
    name_key: name === null ? null : searchText(name),
    email,
    email_key: email === null ? null : comparable(email),
    search_key: name === null ? null : searchKey(name, email, phone),
    verified: index % 4 === 0 ? 0 : 1,
    created_at: Math.floor(index / 6),
    profile_at: null,
    phone,
    address: null,
    area: null,
    change_id: null,
    change_email: null,
    change_confirmed: null,
  };
}

function openRows(rows: readonly UserRow[]) {
  return openTable(users, rows);
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

const ROWS = Array.from({ length: 1000 }, (_, index) => userRow(index));
const SEARCHES = [
  '',
  'a',
  'AdA r',
  'reyes, áda',
  'ñandú',
  'oslo',
  '100',
  '805.555.0012',
  '1 805 555 0012',
  'zoe mail',
  ' eva ',
  'unknown',
];

function matches({ name, email, phone }: UserRow, search: string): boolean {
  const texts = [name, email, phone].map((text) => searchText(text ?? ''));
  return searchWords(search).every((word) => texts.some((text) => text.includes(word)));
}

describe('a page of the list of users', () => {
  const listed = ROWS.filter(({ status }) => status !== 'deleted');

  test.each(SEARCHES)('of the search "%s" has the users that a sort in memory has there', async (search) => {
    const { db } = openRows(ROWS);
    const found = listed.filter((row) => matches(row, search));
    for (const [index, order] of ORDERS.entries()) {
      if (search !== '' && index % 19 !== 0) continue;
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

  test('is read by one query for the number of users and one for the page', async () => {
    const { db, plans } = openRows(ROWS.slice(0, 30));
    await listUsers(db, { ...ALL_USERS, search: 'eva oslo' });
    expect(plans).toHaveLength(2);
  });
});
