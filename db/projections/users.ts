import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { type AccountEvent, type Side, accountOf, accountType } from '#events/account.ts';
import type { Recorded } from '#events/event.ts';
import { type RolesEvent, rolesStream } from '#events/roles.ts';
import type { Role, UserSort, UsersQuery } from '#shared/account.ts';
import { comparable, withoutAccents } from '#shared/comparable.ts';
import type { RowQueries } from '../read-queries.ts';
import type { Projection } from './projection.ts';

/** One account as pages show it. What is personal is null once the account is deleted. Instants are milliseconds. */
export interface UserRow {
  readonly id: string;
  readonly person: string;
  readonly status: 'active' | 'disabled' | 'deleted';
  readonly role: Role;
  readonly name: string | null;
  readonly email: string | null;
  /** Name, without its accents, and address as they are sorted and searched. */
  readonly name_key: string | null;
  readonly email_key: string | null;
  readonly verified: 0 | 1;
  readonly created_at: number;
  /** When the owner last saved the profile; null for never. */
  readonly profile_at: number | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly area: string | null;
  /** A change of address that waits: its name, the new address, and which side has confirmed. */
  readonly change_id: string | null;
  readonly change_email: string | null;
  readonly change_confirmed: Side | null;
}

const CATEGORY = `${accountType.category}-`;
const NO_CHANGE = { change_id: null, change_email: null, change_confirmed: null };
const NO_PROFILE = { profile_at: null, phone: null, address: null, area: null };

function named(name: string | null): Pick<UserRow, 'name' | 'name_key'> {
  return { name, name_key: name === null ? null : withoutAccents(name) };
}

function addressed(email: string | null): Pick<UserRow, 'email' | 'email_key'> {
  return { email, email_key: email === null ? null : comparable(email) };
}

type AccountRecorded = Recorded<AccountEvent>;

function registered(event: Extract<AccountRecorded, { type: 'AccountRegistered' }>): UserRow {
  // Null in the log of somebody who is forgotten, whatever the type of a fresh event says.
  const personal = event.data.personal as typeof event.data.personal | null;
  return {
    id: accountOf(event.stream),
    person: event.data.person,
    status: 'active',
    role: 'user',
    ...named(personal?.name ?? null),
    ...addressed(personal?.email ?? null),
    verified: 0,
    created_at: event.at,
    ...NO_PROFILE,
    ...NO_CHANGE,
  };
}

function evolveRow(row: UserRow, event: Exclude<AccountRecorded, { type: 'AccountRegistered' }>): UserRow {
  switch (event.type) {
    case 'RegistrationRepeated':
    case 'SignInAttackNoticed':
    case 'VerificationRequested':
    case 'PasswordResetRequested':
      return row;
    case 'EmailChangeWithdrawn':
    case 'PasswordChanged':
      return { ...row, ...NO_CHANGE };
    case 'EmailVerified':
      return { ...row, verified: 1 };
    case 'ProfileChanged': {
      const personal = event.data.personal as typeof event.data.personal | null;
      if (personal === null) return { ...row, ...named(null), ...NO_PROFILE };
      const { name, phone, address, area } = personal;
      return { ...row, ...named(name), profile_at: event.at, phone, address, area };
    }
    case 'EmailChangeRequested': {
      const personal = event.data.personal as typeof event.data.personal | null;
      if (personal === null) return { ...row, ...NO_CHANGE };
      return { ...row, change_id: event.data.change, change_email: personal.email, change_confirmed: null };
    }
    case 'EmailChangeConfirmed':
      return row.change_id === event.data.change ? { ...row, change_confirmed: event.data.side } : row;
    case 'EmailChanged': {
      const personal = event.data.personal as typeof event.data.personal | null;
      return { ...row, ...addressed(personal?.email ?? null), verified: 1, ...NO_CHANGE };
    }
    case 'AccountDisabled':
      return { ...row, status: 'disabled' };
    case 'AccountEnabled':
      return { ...row, status: 'active' };
    case 'AccountDeleted':
      return { ...row, status: 'deleted', ...named(null), ...addressed(null), ...NO_PROFILE, ...NO_CHANGE };
  }
}

export const users: Projection<UserRow> = {
  name: 'users',
  version: 3,
  columns: {
    id: 'TEXT PRIMARY KEY',
    person: 'TEXT NOT NULL',
    status: 'TEXT NOT NULL',
    role: 'TEXT NOT NULL',
    name: 'TEXT',
    email: 'TEXT',
    name_key: 'TEXT',
    email_key: 'TEXT',
    verified: 'INTEGER NOT NULL',
    created_at: 'INTEGER NOT NULL',
    profile_at: 'INTEGER',
    phone: 'TEXT',
    address: 'TEXT',
    area: 'TEXT',
    change_id: 'TEXT',
    change_email: 'TEXT',
    change_confirmed: 'TEXT',
  },
  indexes: [
    'CREATE INDEX users_by_age ON users (created_at, id)',
    'CREATE INDEX users_by_name ON users (name_key, name, id)',
  ],
  rowIsStream: false,
  isPersonal: true,
  streamOf: (key) => CATEGORY + key,
  concerns: (event) => event.stream.startsWith(CATEGORY) || event.stream === rolesStream.name,
  keyOf: (event) =>
    event.stream === rolesStream.name
      ? (event as Recorded<RolesEvent>).data.account
      : event.stream.slice(CATEGORY.length),
  evolve(row, recorded) {
    const event = recorded as AccountRecorded | Recorded<RolesEvent>;
    if (event.type === 'AccountRegistered') return registered(event);
    if (!row) throw new Error(`${event.type} of an account that was never registered`);
    if (event.type === 'AdminAppointed') return { ...row, role: 'admin' };
    if (event.type === 'AdminDismissed') return { ...row, role: 'user' };
    return evolveRow(row, event);
  },
};

interface ReadTables {
  users: UserRow;
}

export function userById(rows: Pick<RowQueries<'users', UserRow>, 'row'>, id: string) {
  return rows.row(id);
}

/** Names that differ in accents or capitals alone are sorted by those. */
const SORT_COLUMNS = {
  name: ['name_key', 'name'],
  email: ['email_key'],
  role: ['role'],
  emailVerified: ['verified'],
  createdAt: ['created_at'],
} as const satisfies Record<UserSort, readonly (keyof UserRow)[]>;

function matching({ search, role }: Pick<UsersQuery, 'search' | 'role'>) {
  const [name, email] = [withoutAccents(search.trim()), comparable(search.trim())];
  return (where: ExpressionBuilder<ReadTables, 'users'>) =>
    where.and([
      where('status', '<>', 'deleted'),
      ...(role === 'all' ? [] : [where('role', '=', role)]),
      ...(name === '' ? [] : [sql<boolean>`(instr(name_key, ${name}) > 0 OR instr(email_key, ${email}) > 0)`]),
    ]);
}

/** A page of the users that match, and how many match in all. Two who are equal in both sorts stand in a fixed order. */
export async function listUsers(
  db: Kysely<ReadTables>,
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
