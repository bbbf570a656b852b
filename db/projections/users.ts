import { type AccountEvent, type Side, accountOf } from '#events/account/account.ts';
import type { RolesEvent } from '#events/account/roles.ts';
import type { Role } from '#shared/account/account.ts';
import { comparable } from '#shared/normalize-text.ts';
import { searchKey, searchText } from '#shared/search-text.ts';
import {
  type RowOf,
  integer,
  integerOrNull,
  key,
  text,
  textOrNull,
  type RowChanges,
  projection,
} from './projection.ts';

const columns = {
  id: key<string>(),
  status: text<'active' | 'disabled' | 'deleted'>(),
  role: text<Role>(),
  name: textOrNull<string>(),
  email: textOrNull<string>(),
  /** The name as it is sorted, and the address in comparable form. */
  name_key: textOrNull<string>(),
  email_key: textOrNull<string>(),
  search_key: textOrNull<string>(),
  verified: integer<0 | 1>(),
  created_at: integer<number>(),
  profile_at: integerOrNull(),
  phone: textOrNull<string>(),
  address: textOrNull<string>(),
  area: textOrNull<string>(),
  /** A pending change of address: its id, the new address, and which side has confirmed. */
  change_id: textOrNull<string>(),
  change_email: textOrNull<string>(),
  change_confirmed: textOrNull<Side>(),
};

/** Personal data is null once the account is deleted. Instants are milliseconds. */
export type UserRow = RowOf<typeof columns>;

const NO_CHANGE = { change_id: null, change_email: null, change_confirmed: null };
const NO_PROFILE = { profile_at: null, phone: null, address: null, area: null };

function named(name: string | null): Pick<UserRow, 'name' | 'name_key'> {
  return { name, name_key: searchText(name ?? '') };
}

function addressed(email: string | null): Pick<UserRow, 'email' | 'email_key'> {
  return { email, email_key: comparable(email ?? '') };
}

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
} satisfies Partial<RowChanges<UserRow, AccountEvent['type'] | RolesEvent['type']>>;

export const users = projection({
  name: 'users',
  columns,
  keyOf: (event) =>
    event.type === 'AdminAppointed' || event.type === 'AdminDismissed' ? event.data.account : accountOf(event.stream),
  create: {
    AccountRegistered: ({ stream, at, data: { personal } }) => ({
      id: accountOf(stream),
      status: 'active',
      role: 'user',
      ...named(personal?.name ?? null),
      ...addressed(personal?.email ?? null),
      verified: 0,
      created_at: at,
      ...NO_PROFILE,
      ...NO_CHANGE,
      search_key: null,
    }),
  },
  update: changes,
  derive: (row) =>
    row.status === 'deleted'
      ? { ...row, name_key: null, email_key: null, search_key: null }
      : { ...row, search_key: searchKey(row.name, row.email, row.phone) },
});
