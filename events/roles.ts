import { type AccountEvent, type AccountPerson, type AccountState, maySignIn } from './account.ts';
import type { Fact, Stream, StreamType } from './event.ts';
import { type Refusal, refuse } from './refusal.ts';

/**
 * Who is an admin, for all accounts in one stream: so twenty who register at once make one first admin, and two admins who
 * demote each other leave one (SPEC.md section 6).
 */

export type RolesEvent =
  | Fact<
      'AdminAppointed',
      {
        readonly account: string;
        /** The admin who did it; null for the first of all. */
        readonly by: string | null;
      }
    >
  | Fact<
      'AdminDismissed',
      {
        readonly account: string;
        /** The admin who did it, or the account itself. */
        readonly by: string;
      }
    >;

export interface RolesState {
  /** Whether anybody ever was an admin: nobody can be the first again. */
  readonly hasOwner: boolean;
  readonly admins: readonly string[];
}

export const rolesType: StreamType<RolesState, RolesEvent> = {
  category: 'roles',
  initial: { hasOwner: false, admins: [] },
  evolve({ admins }, event) {
    const { account } = event.data;
    const others = admins.filter((each) => each !== account);
    return { hasOwner: true, admins: event.type === 'AdminAppointed' ? [...others, account] : others };
  },
};

/** The one stream of roles. */
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

export interface Registration {
  readonly account: string;
  readonly person: string;
  readonly personal: AccountPerson;
  /** Whether whoever registers may become the owner: no setup token is asked for, or they have it. */
  readonly mayBeFirst: boolean;
  /** In milliseconds. */
  readonly now: number;
}

/** Registers an account; the first of all becomes the admin. Refuses `setup-token` and, for a known id, `account-exists`. */
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

export function isAdmin({ admins }: RolesState, account: string): boolean {
  return admins.includes(account);
}

function isLastAdmin(roles: RolesState, account: string): boolean {
  return isAdmin(roles, account) && roles.admins.length === 1;
}

/** Who is concerned, and the admin who decides. */
export interface ByAdmin {
  readonly account: string;
  readonly by: string;
}

/** Takes the role away; nothing to do for whoever has it not. */
function dismissal(roles: RolesState, { account, by }: ByAdmin): readonly RolesEvent[] {
  return isAdmin(roles, account) ? [{ type: 'AdminDismissed', data: { account, by } }] : [];
}

/**
 * Makes somebody an admin or takes that away. Refuses `not-allowed` to whoever is no admin by now, `unknown-account`,
 * `cannot-sign-in` for a new admin whose account is shut or whose address is not confirmed, and `last-admin` when none would be
 * left.
 */
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

/**
 * Shuts an account out, or lets it in again; an admin who is shut out is none any more. Refuses `not-allowed` to whoever is no
 * admin by now, `unknown-account`, and `last-admin` when none would be left.
 */
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

/**
 * Deletes an account by its owner's wish; `bookings` are those it has. Refuses `unknown-account` and, for the last
 * admin, `last-admin`.
 */
export function deleteAccount(
  { account, roles }: AccountAndRoles,
  { account: id, bookings }: { readonly account: string; readonly bookings: readonly string[] },
): AccountAndRolesEvents | Refusal {
  if (account === null || account.status === 'deleted') return refuse('unknown-account');
  if (isLastAdmin(roles, id)) return refuse('last-admin');
  return {
    account: [{ type: 'AccountDeleted', data: { bookings } }],
    roles: dismissal(roles, { account: id, by: id }),
  };
}
