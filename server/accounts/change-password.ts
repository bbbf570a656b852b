import type { Cause, GuardedWrite } from '#db/change.ts';
import {
  type LinkRow,
  endLinks,
  linkOfToken,
  useLink,
  accountWithAddress,
  replacePassword,
  resetPassword as setPassword,
  endSignIns,
  userById,
} from '#db/queries/accounts/accounts.ts';
import { notePasswordChange, requestPasswordReset } from '#events/account/account-changes.ts';
import { accountStream, maySignIn } from '#events/account/account.ts';
import { comparable } from '#shared/normalize-text.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { AccountDependencies } from './context.ts';
import { type HasRoom, mailIfRoom } from '../web/limits/mailbox-room.ts';
import { hashNewPassword } from './passwords/new-password.ts';
import { withPassword } from './signing-in/sign-in.ts';

type Reader = Pick<AccountDependencies, 'store' | 'clock'>;

async function ownerOf({ store }: Pick<AccountDependencies, 'store'>, account: string) {
  const { name = null, email = null } = (await userById(store.db, account)) ?? {};
  return { name, email };
}

async function recordPassword(
  { store }: AccountDependencies,
  account: string,
  { by, writes }: { readonly by: 'owner' | 'reset'; readonly writes: readonly GuardedWrite[] },
  cause: Cause,
): Promise<void> {
  await store.change({
    streams: { account: accountStream(account) },
    decide: (states) => notePasswordChange(states, by),
    writes: () => writes,
    cause,
  });
}

/** The response does not show whether an account has the address. */
export function forgotPassword(
  { store, clock, inEvenDuration }: AccountDependencies,
  email: string,
  cause: Cause,
  hasRoom: HasRoom = () => true,
): Promise<void> {
  return inEvenDuration(async () => {
    const account = await accountWithAddress(store.db, comparable(email));
    if (account === null || (await store.stateOf(accountStream(account))) === null) return;
    await store.change({
      streams: { account: accountStream(account) },
      decide: (states) => ({ account: mailIfRoom(requestPasswordReset(states, clock.now()).account, hasRoom) }),
      cause,
    });
  });
}

async function resetLink({ store, clock }: Reader, token: string): Promise<LinkRow | null> {
  const link = await linkOfToken(store.db, token, clock.now());
  return link?.purpose === 'reset' ? link : null;
}

/** Null if the link is no longer valid. */
export async function resetLinkEmail(reader: Reader, token: string): Promise<string | null> {
  const link = await resetLink(reader, token);
  return link && ((await userById(reader.store.db, link.account))?.email ?? null);
}

/** Ends every session and link. Null if the account may not sign in. Throws `Rejected`: `link-ended`, `invalid`, `busy`. */
export async function resetPassword(
  dependencies: AccountDependencies,
  { token, password }: { readonly token: string; readonly password: string },
  cause: Cause,
): Promise<string | null> {
  const { store, clock } = dependencies;
  const link = await resetLink(dependencies, token);
  if (link === null) throw new Rejected('link-ended');
  const owner = () => ownerOf(dependencies, link.account);
  const passwordHash = await hashNewPassword(dependencies, { password, owner });
  const { account } = link;
  const { db } = store;
  const writes = [...useLink(db, token, link, clock.now()), ...setPassword(db, account, passwordHash)];
  await recordPassword(dependencies, account, { by: 'reset', writes }, cause);
  return maySignIn(await store.stateOf(accountStream(account))) ? account : null;
}

/** Ends every session. Throws `Rejected`: `invalid` for either password, `busy`. */
export async function changePassword(
  dependencies: AccountDependencies,
  account: string,
  { current, password }: { readonly current: string; readonly password: string },
  cause: Cause,
): Promise<void> {
  const check = { account, password: current, field: 'current' };
  await withPassword(dependencies, check, async (from) => {
    const to = await hashNewPassword(dependencies, { password, owner: () => ownerOf(dependencies, account) });
    const { db } = dependencies.store;
    const writes = [replacePassword(db, account, from, to), endSignIns(db, account), endLinks(db, account)];
    await recordPassword(dependencies, account, { by: 'owner', writes }, cause);
  });
}
