/** A change of an account's rights ends its sign-in sessions. */
import type { Cause, GuardedWrite } from '#db/change.ts';
import { endLinks, endSignIns } from '#db/queries/accounts/accounts.ts';
import { accountStream } from '#events/account/account.ts';
import {
  type ByAdmin,
  changeRole as decideRole,
  rolesStream,
  setDisabled as decideDisabled,
  signOutEverywhere as decideSignOut,
} from '#events/account/roles.ts';
import type { Role } from '#shared/account/account.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { AccountDependencies } from './context.ts';

type Dependencies = Pick<AccountDependencies, 'store'>;

function streamsOf(account: string) {
  return { account: accountStream(account), roles: rolesStream };
}

/** A later appointment as admin must not reopen the secret calendar address. */
function endCalendar({ store }: Dependencies, account: string): GuardedWrite {
  return endLinks(store.db, account, 'calendar-feed');
}

/** Ends all sessions but `keeps`. Throws `Rejected`: `not-allowed`, `unknown-account`, `cannot-sign-in`, `last-admin`. */
export async function changeRole(
  dependencies: Dependencies,
  { role, keeps, ...who }: ByAdmin & { readonly role: Role; readonly keeps?: string },
  cause: Cause,
): Promise<void> {
  const { store } = dependencies;
  await store.change({
    streams: streamsOf(who.account),
    decide: (states) => decideRole(states, { ...who, role }),
    writes({ account = [], roles = [] }) {
      if (account.length + roles.length === 0) return [];
      const ended = endSignIns(store.db, who.account, keeps);
      return role === 'user' ? [ended, endCalendar(dependencies, who.account)] : [ended];
    },
    cause,
  });
}

/** Throws `Rejected`: `not-allowed`, `unknown-account`, `last-admin`. */
export async function setDisabled(
  dependencies: Dependencies,
  { isDisabled, ...who }: ByAdmin & { readonly isDisabled: boolean },
  cause: Cause,
): Promise<void> {
  const { store } = dependencies;
  await store.change({
    streams: streamsOf(who.account),
    decide: (states) => decideDisabled(states, { ...who, isDisabled }),
    writes: () => (isDisabled ? [endSignIns(store.db, who.account), endCalendar(dependencies, who.account)] : []),
    cause,
  });
}

/** Throws `Rejected`: `not-found`, `not-allowed`. */
export async function signOutEverywhere(dependencies: Dependencies, who: ByAdmin, cause: Cause): Promise<void> {
  await demandAccount(dependencies, who.account);
  const { store } = dependencies;
  await store.change({
    streams: streamsOf(who.account),
    decide: (states) => decideSignOut(states, who.by),
    writes: () => [endSignIns(store.db, who.account)],
    cause,
  });
}

export async function demandAccount({ store }: Dependencies, account: string): Promise<void> {
  const state = await store.stateOf(accountStream(account));
  if (state === null || state.status === 'deleted') throw new Rejected('not-found');
}
