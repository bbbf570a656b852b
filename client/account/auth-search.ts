/** SPEC.md section 2. Invalid parameters are ignored. */
import { isEmailShaped } from '#shared/limits.ts';
import { isRedirect } from '#shared/account/redirect.ts';

type Raw = Readonly<Record<string, unknown>>;

export interface EmailSearch {
  readonly email?: string;
}

export interface LoginSearch extends EmailSearch {
  readonly reset?: string;
  readonly redirect?: string;
}

export interface TokenSearch {
  readonly token?: string;
}

export function readEmailSearch({ email }: Raw): EmailSearch {
  return isEmailShaped(email) ? { email } : {};
}

export function readLoginSearch({ email, reset, redirect }: Raw): LoginSearch {
  return {
    ...(isEmailShaped(email) && { email }),
    ...(typeof reset === 'string' && { reset }),
    ...(isRedirect(redirect) && { redirect }),
  };
}

export function readTokenSearch({ token }: Raw): TokenSearch {
  return typeof token === 'string' && token !== '' ? { token } : {};
}
