/** What admins change about accounts. A change of an account's rights ends its sign-in sessions. */
import type { Cause } from '#db/change.ts';
import type { Credentials } from '#db/vault/credentials.ts';
import type { Refusal } from '#events/refusal.ts';
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

type Dependencies = Pick<AccountDependencies, 'store'>;

interface Administration {
  readonly decide: (states: AccountAndRoles) => AccountAndRolesEvents | Refusal;
  readonly writeCredentials: (credentials: Credentials, decided: Partial<AccountAndRolesEvents>) => void;
}

async function administer({ store }: Dependencies, account: string, change: Administration, cause: Cause) {
  await store.change({ streams: { account: accountStream(account), roles: rolesStream }, ...change, cause });
}

/** Ends the secret calendar address of an account that is no admin any more: another appointment must not open it again. */
function endCalendar(credentials: Credentials, account: string): void {
  credentials.endLink(account, 'calendar-feed');
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
  const change: Administration = {
    decide: (states) => decideRole(states, { ...who, role }),
    writeCredentials(credentials, { account = [], roles = [] }) {
      if (account.length + roles.length === 0) return;
      credentials.endSignIns(who.account, keeps);
      if (role === 'user') endCalendar(credentials, who.account);
    },
  };
  await administer(dependencies, who.account, change, cause);
}

/** Disables an account or enables it again. Throws `Rejected`: `not-allowed`, `unknown-account`, `last-admin`. */
export async function setDisabled(
  dependencies: Dependencies,
  { isDisabled, ...who }: ByAdmin & { readonly isDisabled: boolean },
  cause: Cause,
): Promise<void> {
  const change: Administration = {
    decide: (states) => decideDisabled(states, { ...who, isDisabled }),
    writeCredentials(credentials) {
      if (!isDisabled) return;
      credentials.endSignIns(who.account);
      endCalendar(credentials, who.account);
    },
  };
  await administer(dependencies, who.account, change, cause);
}

/** Ends every sign-in session of an account. Throws `Rejected`: `not-found`, `not-allowed`. */
export async function signOutEverywhere(dependencies: Dependencies, who: ByAdmin, cause: Cause): Promise<void> {
  await demandAccount(dependencies, who.account);
  const change: Administration = {
    decide: (states) => decideSignOut(states, who.by),
    writeCredentials: (credentials) => credentials.endSignIns(who.account),
  };
  await administer(dependencies, who.account, change, cause);
}

/** Throws when the account does not exist. */
export async function demandAccount({ store }: Dependencies, account: string): Promise<void> {
  const state = await store.stateOf(accountStream(account));
  if (state === null || state.status === 'deleted') throw new Rejected('not-found');
}
