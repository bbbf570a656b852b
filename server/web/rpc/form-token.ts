/** Names the account that a page was rendered for (docs/decisions/identity.md). */
import { hash } from 'node:crypto';
import { formTokenIn } from '#shared/account/form-token.ts';
import type { Access } from '#shared/account/account.ts';
import type { SignInSession } from './handler.ts';

const LENGTH = 16;

/** Not from the session, because the account can sign in again, nor from a secret, because it may be rotated. */
export function formToken(account: string): string {
  return hash('sha256', `form token ${account}`, 'base64url').slice(0, LENGTH);
}

export function takeFormToken(form: URLSearchParams): string | null {
  const names = [...form.keys()].filter((name) => formTokenIn(name) !== null);
  for (const name of names) form.delete(name);
  return formTokenIn(names[0] ?? '');
}

export async function isFromOtherAccount(
  signIn: SignInSession,
  token: string | null,
  access: Access | undefined,
): Promise<boolean> {
  if (access === undefined) return false;
  const current = await signIn.current();
  if (current === null) return false;
  return token === null ? access !== 'guest' : token !== current.formToken;
}
