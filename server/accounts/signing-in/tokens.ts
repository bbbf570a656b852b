import { alphabet, generateRandomString } from 'oslo/crypto';
import { type LinkPurpose, addLink } from '#db/queries/accounts/accounts.ts';
import type { AccountDependencies } from '../context.ts';

/** Mail programs that detect links may cut off a hyphen at the end. */
const LETTERS = alphabet('a-z', 'A-Z', '0-9');

const LENGTH = 43;

export function newToken(): string {
  return generateRandomString(LENGTH, LETTERS);
}

/** Only the mail has the token, the database its hash. A mail rewritten after a crash has another token; either is valid. */
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
