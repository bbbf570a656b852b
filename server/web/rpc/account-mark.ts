import { hash } from 'node:crypto';

const LENGTH = 16;

/** Distinguishes the pages of one account from those of another. It is neither a secret nor the account's id. */
export function accountMark(account: string): string {
  return hash('sha256', `pages of ${account}`, 'base64url').slice(0, LENGTH);
}

export function isAccountMark(text: string): boolean {
  return /^[\w-]{16}$/.test(text);
}
