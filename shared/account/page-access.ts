/** Access to pages and calls by role (SPEC.md sections 4 and 6): one rule for both. */
import type { Role, Session } from './account.ts';
import { LONGEST_REDIRECT } from './redirect.ts';

/** The role that a page or a call requires. A guest needs no account. */
export type Access = 'guest' | 'user' | 'admin';

/** Why access is refused: no account is signed in, or one that is not an admin's. */
export type AccessRefusal = 'not-signed-in' | 'not-allowed';

/** Pages for admins. Paths may be written in any case. */
const ADMIN_AREA = /^\/app\/admin(?:\/|$)/i;

/** The role that a page of the signed-in area requires, by its path. */
export function accessAskedBy(path: string): Access {
  return ADMIN_AREA.test(path) ? 'admin' : 'user';
}

/** Why a role (null: not signed in) may not pass; null when it may. */
export function refuseAccess(role: Role | null, access: Access): AccessRefusal | null {
  if (access === 'guest') return null;
  if (role === null) return 'not-signed-in';
  return access === 'admin' && role !== 'admin' ? 'not-allowed' : null;
}

/**
 * Value of `/login?reset=`: the signed-in account may not see the wanted page, so the sign-in page must not redirect back to it.
 */
export const RESET_MARKER = 'session';

/** Search parameters of the sign-in page. */
export interface TurnedAway {
  readonly reset?: string;
  /** Left out when it is too long for a redirect. */
  readonly redirect?: string;
}

function turnedAway(refusal: AccessRefusal, to: string | null): TurnedAway {
  const back = to === null || to.length > LONGEST_REDIRECT ? {} : { redirect: to };
  return refusal === 'not-allowed' ? { reset: RESET_MARKER, ...back } : back;
}

/** The guard of pages: the redirect for a visitor who may not see the page at `to`; null when they may. */
export function turnAway({ user }: Pick<Session, 'user'>, access: Access, to: string): TurnedAway | null {
  const refusal = refuseAccess(user?.role ?? null, access);
  if (refusal === null) return null;
  // SPEC.md section 4: the admin area marks every visitor it turns away.
  return turnedAway(access === 'admin' ? 'not-allowed' : refusal, to);
}

export function isAccessRefusal(refusal: string | null): refusal is AccessRefusal {
  return refusal === 'not-signed-in' || refusal === 'not-allowed';
}

/** The sign-in page for a visitor whose form or link was refused. It redirects back to `to`, unless that is null. */
export function signInPath(refusal: AccessRefusal, to: string | null): string {
  const search = new URLSearchParams({ ...turnedAway(refusal, to) });
  return search.size === 0 ? '/login' : `/login?${search.toString()}`;
}
