import type { AccountPerson } from './account.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type AccountAndRoles, type AccountAndRolesEvents, dismissal, isLastAdmin } from './roles.ts';

export interface Registration {
  readonly account: string;
  readonly person: string;
  readonly personal: AccountPerson;
  /** No setup token is configured, or the right one was sent. */
  readonly mayBeFirst: boolean;
  readonly now: number;
}

/** The first account becomes the admin. Refuses `setup-token` and, for a known id, `account-exists`. */
export function register(
  { account, roles }: AccountAndRoles,
  { account: id, person, personal, mayBeFirst, now }: Registration,
): AccountAndRolesEvents | Refusal {
  if (account !== null) return refuse('account-exists');
  const isFirst = !roles.hasOwner;
  if (isFirst && !mayBeFirst) return refuse('setup-token');
  return {
    account: [{ type: 'AccountRegistered', data: { person, isFirst, askedAt: now, personal } }],
    roles: isFirst ? [{ type: 'AdminAppointed', data: { account: id, by: null } }] : [],
  };
}

/** Refuses `unknown-account` and, for the last admin, `last-admin`. */
export function deleteAccount(
  { account, roles }: AccountAndRoles,
  { account: id, bookings }: { readonly account: string; readonly bookings: readonly string[] },
): AccountAndRolesEvents | Refusal {
  if (account === null || account.status === 'deleted') return refuse('unknown-account');
  if (isLastAdmin(roles, id)) return refuse('last-admin');
  return {
    account: [{ type: 'AccountDeleted', data: { person: account.person, bookings } }],
    roles: dismissal(roles, { account: id, by: id }),
  };
}
