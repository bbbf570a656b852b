/** What admins change about accounts. A change of an account's rights ends its sign-in sessions. */
import type { Cause } from '#db/change.ts';
import type { Undo } from '#db/vault/restorable-access.ts';
import { type Refusal, isRefusal } from '#events/refusal.ts';
import { accountStream } from '#events/account/account.ts';
import {
  type AccountAndRoles,
  type AccountAndRolesEvents,
  type ByAdmin,
  changeRole as decideRole,
  rolesStream,
  setDisabled as decideDisabled,
  signOutEverywhere as decideSignOut,
} from '#events/account/roles.ts';
import type { Role } from '#shared/account/account.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { AccountDependencies } from './dependencies.ts';
import { orLater, orUndo } from './log-and-vault.ts';

type Dependencies = Pick<AccountDependencies, 'store'>;
type Decide = (states: AccountAndRoles) => AccountAndRolesEvents | Refusal;

/** Whether a decision would record anything now. Throws `Rejected`, so that a refused change ends no session. */
function wouldChange({ store }: Dependencies, account: string, decide: Decide): boolean {
  const states = { account: store.stateOf(accountStream(account)), roles: store.stateOf(rolesStream) };
  const decision = decide(states);
  if (isRefusal(decision)) throw new Rejected(decision.refusal);
  return decision.account.length + decision.roles.length > 0;
}

/** Records a decision after the vault has ended the sessions, so that none outlives it. */
async function recordAfter(undo: Undo, { store }: Dependencies, account: string, decide: Decide, cause: Cause) {
  const streams = { account: accountStream(account), roles: rolesStream };
  await orUndo(undo, () => store.change({ streams, decide, cause }));
}

/**
 * Gives or takes the admin role; of the account's sign-in sessions only `keeps` stays. Throws `Rejected`: `not-allowed`,
 * `unknown-account`, `cannot-sign-in`, `last-admin`.
 */
export async function changeRole(
  dependencies: Dependencies,
  { role, keeps, ...who }: ByAdmin & { readonly role: Role; readonly keeps?: string },
  cause: Cause,
): Promise<void> {
  const decide: Decide = (states) => decideRole(states, { ...who, role });
  if (!wouldChange(dependencies, who.account, decide)) return;
  const undo = dependencies.store.credentials.endSignIns(who.account, keeps);
  await recordAfter(undo, dependencies, who.account, decide, cause);
  if (role === 'user') await endCalendar(dependencies, who.account);
}

/** Disables an account or enables it again. Throws `Rejected`: `not-allowed`, `unknown-account`, `last-admin`. */
export async function setDisabled(
  dependencies: Dependencies,
  { isDisabled, ...who }: ByAdmin & { readonly isDisabled: boolean },
  cause: Cause,
): Promise<void> {
  const decide: Decide = (states) => decideDisabled(states, { ...who, isDisabled });
  wouldChange(dependencies, who.account, decide);
  // Also for an account that is disabled already: a crash may have prevented the vault from ending its sessions.
  const undo = isDisabled ? dependencies.store.credentials.endSignIns(who.account) : () => {};
  await recordAfter(undo, dependencies, who.account, decide, cause);
  if (isDisabled) await endCalendar(dependencies, who.account);
}

/** Ends every sign-in session of an account. Throws `Rejected`: `not-found`, `not-allowed`. */
export async function signOutEverywhere(dependencies: Dependencies, who: ByAdmin, cause: Cause): Promise<void> {
  demandAccount(dependencies, who.account);
  const decide: Decide = (states) => decideSignOut(states, who.by);
  wouldChange(dependencies, who.account, decide);
  const undo = dependencies.store.credentials.endSignIns(who.account);
  await recordAfter(undo, dependencies, who.account, decide, cause);
}

/** Ends the secret calendar address of an account that is no admin any more: another appointment must not open it again. */
async function endCalendar({ store }: Dependencies, account: string): Promise<void> {
  await orLater(() => store.credentials.endLink(account, 'calendar-feed'));
}

/** Throws when the account does not exist. */
export function demandAccount({ store }: Dependencies, account: string): void {
  const state = store.stateOf(accountStream(account));
  if (state === null || state.status === 'deleted') throw new Rejected('not-found');
}
