/**
 * Who is an admin, for all accounts in one stream: so twenty who register at once make one first admin, and two admins who
 * demote each other leave one (SPEC.md section 6).
 */
import { type AccountEvent, type AccountState, maySignIn } from './account.ts';
import type { Stream } from './event.ts';
import { type Refusal, refuse } from './refusal.ts';
import { type EventsOf, factsOf, stream } from './stream.ts';

export interface RolesState {
  /** Whether anybody ever was an admin: nobody can be the first again. */
  readonly hasOwner: boolean;
  readonly admins: readonly string[];
}

interface Appointed {
  readonly account: string;
  /** The admin who did it; null for the first of all. */
  readonly by: string | null;
}

interface Dismissed {
  readonly account: string;
  /** The admin who did it, or the account itself. */
  readonly by: string;
}

function others({ admins }: RolesState, account: string): readonly string[] {
  return admins.filter((each) => each !== account);
}

const { fact } = factsOf<RolesState>();

/** One entry for each event. */
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

export function isAdmin({ admins }: RolesState, account: string): boolean {
  return admins.includes(account);
}

export function isLastAdmin(roles: RolesState, account: string): boolean {
  return isAdmin(roles, account) && roles.admins.length === 1;
}

/** Who is concerned, and the admin who decides. */
export interface ByAdmin {
  readonly account: string;
  readonly by: string;
}

/** Takes the role away; nothing to do for whoever has it not. */
export function dismissal(roles: RolesState, { account, by }: ByAdmin): readonly RolesEvent[] {
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
