import { type LinkPurpose, addLink } from '#db/queries/accounts/links.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { newToken } from '../signing-in/tokens.ts';

/**
 * Creates the token of a link for one mail. The token exists only in the mail: the log never contains it, the database only its hash.
 * A mail that is written again after a crash gets another token; either one is valid.
 */
export async function newLinkToken(
  { store, clock }: Pick<AccountDependencies, 'store' | 'clock'>,
  account: string,
  purpose: LinkPurpose,
  subject: string | null = null,
): Promise<string> {
  const token = newToken();
  await store.write(addLink(store.db, token, { account, purpose, subject }, clock.now()));
  return token;
}
