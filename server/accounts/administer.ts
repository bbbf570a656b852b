import type { Cause } from '#db/change.ts';
import { listUsers } from '#db/projections/users.ts';
import { accountStream } from '#events/account.ts';
import { type ByAdmin, changeRole as decideRole, rolesStream, setDisabled as decideDisabled } from '#events/roles.ts';
import type { ListedUser, Role, UsersPage, UsersQuery } from '#shared/account.ts';
import { Refused } from '../rpc/refused.ts';
import type { AccountDependencies } from './dependencies.ts';
import { orUndo } from './log-and-vault.ts';

/** What admins do to accounts. A change of what somebody may do ends all their sign-in sessions. */

type Dependencies = Pick<AccountDependencies, 'store'>;

/** A page of users (SPEC.md sections 2 and 7). */
export async function users({ store }: Dependencies, query: UsersQuery): Promise<UsersPage> {
  const { rows, total } = await listUsers(store.read.users, query);
  const listed = rows.map(({ id, name, email, role, verified, created_at: createdAt, status }): ListedUser => ({
    id,
    name: name ?? '',
    email: email ?? '',
    role,
    emailVerified: verified === 1,
    createdAt,
    isDisabled: status === 'disabled',
  }));
  const { page, pageSize } = query;
  return { users: listed, page, pageSize, total, pages: Math.max(1, Math.ceil(total / pageSize)) };
}

/**
 * Gives or takes the admin's role; of the account's sign-in sessions only `keeps` stays. Throws `Rejected`: `not-allowed`,
 * `unknown-account`, `cannot-sign-in`, `last-admin`.
 */
export async function changeRole(
  { store }: Dependencies,
  { role, keeps, ...who }: ByAdmin & { readonly role: Role; readonly keeps?: string },
  cause: Cause,
): Promise<void> {
  const undo = store.credentials.endSignIns(who.account, keeps);
  const { events } = await orUndo(undo, () =>
    store.change({
      streams: { account: accountStream(who.account), roles: rolesStream },
      decide: (states) => decideRole(states, { ...who, role }),
      cause,
    }),
  );
  if (events.length === 0) undo();
}

/** Shuts an account out or lets it in again. Throws `Rejected`: `not-allowed`, `unknown-account`, `last-admin`. */
export async function setDisabled(
  { store }: Dependencies,
  { isDisabled, ...who }: ByAdmin & { readonly isDisabled: boolean },
  cause: Cause,
): Promise<void> {
  const undo = isDisabled ? store.credentials.endSignIns(who.account) : () => {};
  await orUndo(undo, () =>
    store.change({
      streams: { account: accountStream(who.account), roles: rolesStream },
      decide: (states) => decideDisabled(states, { ...who, isDisabled }),
      cause,
    }),
  );
}

/** Ends every sign-in session of an account. */
export function signOutEverywhere({ store }: Dependencies, account: string): void {
  demandAccount({ store }, account);
  store.credentials.endSignIns(account);
}

/** Refuses an account that is not there. */
export function demandAccount({ store }: Dependencies, account: string): void {
  const state = store.stateOf(accountStream(account));
  if (state === null || state.status === 'deleted') throw new Refused('not-found');
}
