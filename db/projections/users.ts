import { type ExpressionBuilder, sql } from 'kysely';
import { type AccountEvent, type Side, accountOf, accountType } from '#events/account/account.ts';
import type { RolesEvent } from '#events/account/roles.ts';
import type { Role, UserSort, UsersQuery } from '#shared/account/account.ts';
import { comparable, withoutAccents } from '#shared/normalize-text.ts';
import type { RowQueries } from '../read-models/read-queries.ts';
import { type RowOf, integer, integerOrNull, key, text, textOrNull } from './columns.ts';
import { type RowChanges, type TableOf, projection } from './projection.ts';

const columns = {
  id: key<string>(),
  person: text<string>(),
  status: text<'active' | 'disabled' | 'deleted'>(),
  role: text<Role>(),
  name: textOrNull<string>(),
  email: textOrNull<string>(),
  /** Name (without accents) and address in the form in which they are sorted and searched. */
  name_key: textOrNull<string>(),
  email_key: textOrNull<string>(),
  verified: integer<0 | 1>(),
  created_at: integer<number>(),
  /** When the owner last saved the profile; null for never. */
  profile_at: integerOrNull(),
  phone: textOrNull<string>(),
  address: textOrNull<string>(),
  area: textOrNull<string>(),
  /** A pending change of address: its id, the new address, and which side has confirmed. */
  change_id: textOrNull<string>(),
  change_email: textOrNull<string>(),
  change_confirmed: textOrNull<Side>(),
};

/** One account as pages show it. Personal data is null once the account is deleted. Instants are milliseconds. */
export type UserRow = RowOf<typeof columns>;

const NO_CHANGE = { change_id: null, change_email: null, change_confirmed: null };
const NO_PROFILE = { profile_at: null, phone: null, address: null, area: null };

function named(name: string | null): Pick<UserRow, 'name' | 'name_key'> {
  return { name, name_key: name === null ? null : withoutAccents(name) };
}

function addressed(email: string | null): Pick<UserRow, 'email' | 'email_key'> {
  return { email, email_key: email === null ? null : comparable(email) };
}

type LaterEvent = Exclude<AccountEvent['type'], 'AccountRegistered'> | RolesEvent['type'];

/** How later events change a registered account's row. */
const changes = {
  EmailVerified: (row) => ({ ...row, verified: 1 }),
  ProfileChanged(row, { at, data: { personal } }) {
    if (personal === null) return { ...row, ...named(null), ...NO_PROFILE };
    const { name, phone, address, area } = personal;
    return { ...row, ...named(name), profile_at: at, phone, address, area };
  },
  EmailChangeRequested(row, { data: { change, personal } }) {
    if (personal === null) return { ...row, ...NO_CHANGE };
    return { ...row, change_id: change, change_email: personal.email, change_confirmed: null };
  },
  EmailChangeConfirmed: (row, { data: { change, side } }) =>
    row.change_id === change ? { ...row, change_confirmed: side } : row,
  EmailChanged: (row, { data: { personal } }) => ({
    ...row,
    ...addressed(personal?.email ?? null),
    verified: 1,
    ...NO_CHANGE,
  }),
  EmailChangeWithdrawn: (row) => ({ ...row, ...NO_CHANGE }),
  PasswordChanged: (row) => ({ ...row, ...NO_CHANGE }),
  AccountDisabled: (row) => ({ ...row, status: 'disabled' }),
  AccountEnabled: (row) => ({ ...row, status: 'active' }),
  AccountDeleted: (row) => ({
    ...row,
    status: 'deleted',
    ...named(null),
    ...addressed(null),
    ...NO_PROFILE,
    ...NO_CHANGE,
  }),
  AdminAppointed: (row) => ({ ...row, role: 'admin' }),
  AdminDismissed: (row) => ({ ...row, role: 'user' }),
  /** These change nothing. */
  RegistrationRepeated: (row) => row,
  SignInAttackNoticed: (row) => row,
  VerificationRequested: (row) => row,
  PasswordResetRequested: (row) => row,
} satisfies RowChanges<UserRow, LaterEvent>;

export const users = projection({
  name: 'users',
  version: 4,
  columns,
  indexes: [
    'CREATE INDEX users_by_age ON users (created_at, id)',
    'CREATE INDEX users_by_state ON users (status, role, verified)',
    'CREATE INDEX users_by_name ON users (name_key, name, id)',
  ],
  rowOf: accountType,
  keyOf: (event) =>
    event.type === 'AdminAppointed' || event.type === 'AdminDismissed' ? event.data.account : accountOf(event.stream),
  first: {
    AccountRegistered: ({ stream, at, data: { person, personal } }) => ({
      id: accountOf(stream),
      person,
      status: 'active',
      role: 'user',
      ...named(personal?.name ?? null),
      ...addressed(personal?.email ?? null),
      verified: 0,
      created_at: at,
      ...NO_PROFILE,
      ...NO_CHANGE,
    }),
  },
  on: changes,
});

export function userById(rows: Pick<RowQueries<'users', UserRow>, 'row'>, id: string) {
  return rows.row(id);
}

/** Names that differ only in accents or case are ordered by those. */
const SORT_COLUMNS = {
  name: ['name_key', 'name'],
  email: ['email_key'],
  role: ['role'],
  emailVerified: ['verified'],
  createdAt: ['created_at'],
} as const satisfies Record<UserSort, readonly (keyof UserRow)[]>;

function matching({ search, role }: Pick<UsersQuery, 'search' | 'role'>) {
  const [name, email] = [withoutAccents(search.trim()), comparable(search.trim())];
  return (where: ExpressionBuilder<{ users: UserRow }, 'users'>) =>
    where.and([
      where('status', '<>', 'deleted'),
      ...(role === 'all' ? [] : [where('role', '=', role)]),
      ...(name === '' ? [] : [sql<boolean>`(instr(name_key, ${name}) > 0 OR instr(email_key, ${email}) > 0)`]),
    ]);
}

/** A page of the matching users, and their total number. Users who are equal in both sort columns have a fixed order. */
export async function listUsers(
  db: TableOf<typeof users>,
  query: UsersQuery,
): Promise<{ readonly rows: UserRow[]; readonly total: number }> {
  const { page, pageSize, sortBy, sortOrder, secondarySortBy, secondarySortOrder } = query;
  const { total } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where(matching(query))
    .executeTakeFirstOrThrow();
  const sorted = [
    ...SORT_COLUMNS[sortBy].map((column) => [column, sortOrder] as const),
    ...SORT_COLUMNS[secondarySortBy].map((column) => [column, secondarySortOrder] as const),
  ].reduce((rows, [column, order]) => rows.orderBy(column, order), db.selectFrom('users').selectAll());
  const rows = await sorted
    .where(matching(query))
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total };
}
