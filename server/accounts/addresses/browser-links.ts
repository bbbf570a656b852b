import { type LinkRow, linkOfToken, useLink } from '#db/queries/accounts/links.ts';
import { userById } from '#db/queries/accounts/users.ts';
import { accountStream, maySignIn } from '#events/account/account.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { AccountDependencies } from '../dependencies.ts';

type Reader = Pick<AccountDependencies, 'store' | 'clock'>;

/** A link that makes a browser known; null when it is no longer valid or the account may not sign in. */
async function browserLink({ store, clock }: Reader, token: string): Promise<LinkRow | null> {
  const link = await linkOfToken(store.db, token, clock.now());
  if (link?.purpose !== 'known-browser') return null;
  return maySignIn(await store.stateOf(accountStream(link.account))) ? link : null;
}

/** The address of that account, for the holder of the link; null when the link does nothing. */
export async function browserLinkEmail(reader: Reader, token: string): Promise<string | null> {
  const link = await browserLink(reader, token);
  return link && ((await userById(reader.store.db, link.account))?.email ?? null);
}

/** Uses a link that makes a browser known, once. Resolves with the account. Throws `Rejected` with `link-ended`. */
export async function useBrowserLink(reader: Reader, token: string): Promise<string> {
  const link = await browserLink(reader, token);
  if (link === null) throw new Rejected('link-ended');
  await reader.store.write(useLink(reader.store.db, token, link, reader.clock.now()));
  return link.account;
}
