import { LINK_LIFE_MS, type LinkPurpose } from '#db/vault/validity.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { newToken } from '../signing-in/tokens.ts';

/**
 * Creates the token of a link for one mail. The token exists only in the mail: the log never contains it, the vault only its hash.
 * A mail that is written again after a crash gets another token; either one is valid.
 */
export function newLinkToken(
  { store, clock }: Pick<AccountDependencies, 'store' | 'clock'>,
  account: string,
  purpose: LinkPurpose,
  subject: string | null = null,
): string {
  const token = newToken();
  const now = clock.now();
  store.credentials.addLink(token, { account, purpose, subject, expires_at: now + LINK_LIFE_MS[purpose] }, now);
  return token;
}
