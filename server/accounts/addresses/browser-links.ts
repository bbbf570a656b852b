import { userById } from '#db/projections/users.ts';
import { accountStream, maySignIn } from '#events/account/account.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { AccountDependencies } from '../dependencies.ts';

type Reader = Pick<AccountDependencies, 'store' | 'clock'>;

/** The account of a link that makes a browser known; null when the link is no longer valid or the account may not sign in. */
async function accountOfLink({ store, clock }: Reader, token: string): Promise<string | null> {
  const link = store.credentials.link(token, clock.now());
  if (link?.purpose !== 'known-browser') return null;
  return maySignIn(await store.stateOf(accountStream(link.account))) ? link.account : null;
}

/** The address of that account, for the holder of the link; null when the link does nothing. */
export async function browserLinkEmail(reader: Reader, token: string): Promise<string | null> {
  const account = await accountOfLink(reader, token);
  return account === null ? null : ((await userById(reader.store.shownQueries().users, account))?.email ?? null);
}

/** Uses a link that makes a browser known, once. Returns the account. Throws `Rejected` with `link-ended`. */
export async function useBrowserLink(reader: Reader, token: string): Promise<string> {
  const account = await accountOfLink(reader, token);
  if (account === null) throw new Rejected('link-ended');
  reader.store.credentials.useLink(token, reader.clock.now());
  return account;
}
