/** One stream, so that simultaneous changes leave one admin first and one last (SPEC.md section 6). */
import { type AccountEvent, type AccountState, maySignIn, type AccountPerson } from './account.ts';
import type { Stream } from '../event.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type EventsOf, factsOf, stream } from '../stream.ts';

export interface RolesState {
  /** Prevents that a later registration becomes the first admin again. */
  readonly hasOwner: boolean;
  readonly admins: readonly string[];
}

interface Appointed {
  readonly account: string;
  readonly by: string | null;
}

interface Dismissed {
  readonly account: string;
  readonly by: string;
}

function others({ admins }: RolesState, account: string): readonly string[] {
  return admins.filter((each) => each !== account);
}

const { fact } = factsOf<RolesState>();

const rolesFacts = {
  AdminAppointed: fact<Appointed>((roles, { account }) => ({
    hasOwner: true,
    admins: [...others(roles, account), account],
  })),
  AdminDismissed: fact<Dismissed>((roles, { account }) => ({ hasOwner: true, admins: others(roles, account) })),
};

export type RolesEvent = EventsOf<typeof rolesFacts>;

const INITIAL: RolesState = { hasOwner: false, admins: [] };

export const rolesType = stream('roles', INITIAL, rolesFacts);

export const rolesStream: Stream<RolesState, RolesEvent> = { name: 'roles', type: rolesType };

export interface AccountAndRoles {
  readonly account: AccountState;
  readonly roles: RolesState;
}

export interface AccountAndRolesEvents {
  readonly account: readonly AccountEvent[];
  readonly roles: readonly RolesEvent[];
}

const NOTHING: AccountAndRolesEvents = { account: [], roles: [] };

export function isAdmin({ admins }: RolesState, account: string): boolean {
  return admins.includes(account);
}

export function isLastAdmin(roles: RolesState, account: string): boolean {
  return isAdmin(roles, account) && roles.admins.length === 1;
}

export interface ByAdmin {
  readonly account: string;
  readonly by: string;
}

export function dismissal(roles: RolesState, { account, by }: ByAdmin): readonly RolesEvent[] {
  return isAdmin(roles, account) ? [{ type: 'AdminDismissed', data: { account, by } }] : [];
}

/** Refuses `not-allowed`, `unknown-account`, `last-admin`, and `cannot-sign-in` for a disabled or unconfirmed account. */
export function changeRole(
  { account, roles }: AccountAndRoles,
  { role, ...who }: ByAdmin & { readonly role: 'user' | 'admin' },
): AccountAndRolesEvents | Refusal {
  if (!isAdmin(roles, who.by)) return refuse('not-allowed');
  if (account === null || account.status === 'deleted') return refuse('unknown-account');
  if (role === 'user') {
    return isLastAdmin(roles, who.account) ? refuse('last-admin') : { account: [], roles: dismissal(roles, who) };
  }
  if (isAdmin(roles, who.account)) return NOTHING;
  if (!maySignIn(account)) return refuse('cannot-sign-in');
  return { account: [], roles: [{ type: 'AdminAppointed', data: who }] };
}

/** A disabled admin loses the role. Refuses `not-allowed`, `unknown-account` and `last-admin`. */
export function setDisabled(
  { account, roles }: AccountAndRoles,
  { isDisabled, ...who }: ByAdmin & { readonly isDisabled: boolean },
): AccountAndRolesEvents | Refusal {
  if (!isAdmin(roles, who.by)) return refuse('not-allowed');
  if (account === null || account.status === 'deleted') return refuse('unknown-account');
  if ((account.status === 'disabled') === isDisabled) return NOTHING;
  if (!isDisabled) return { account: [{ type: 'AccountEnabled', data: { by: who.by } }], roles: [] };
  if (isLastAdmin(roles, who.account)) return refuse('last-admin');
  return { account: [{ type: 'AccountDisabled', data: { by: who.by } }], roles: dismissal(roles, who) };
}

/** Refuses `not-allowed` and `unknown-account`. */
export function signOutEverywhere({ account, roles }: AccountAndRoles, by: string): AccountAndRolesEvents | Refusal {
  if (!isAdmin(roles, by)) return refuse('not-allowed');
  if (account === null || account.status === 'deleted') return refuse('unknown-account');
  return { account: [{ type: 'SignedOutEverywhere', data: { by } }], roles: [] };
}

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
