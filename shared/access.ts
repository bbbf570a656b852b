/** Who may go where (SPEC.md sections 4 and 6): one rule for pages and calls. */
import type { Role, Session } from './account.ts';
import { LONGEST_REDIRECT } from './redirect.ts';

/** What a page or a call asks of whoever wants it. */
export type Access = 'user' | 'admin';

/** What stands in the way: nobody is signed in, or somebody who is no admin. */
export type AccessRefusal = 'not-signed-in' | 'not-allowed';

/** Everything under it is for admins. Addresses of pages may be written in any case. */
const ADMIN_AREA = /^\/app\/admin(?:\/|$)/i;

/** What a page of the signed-in area asks, by its path. */
export function accessAskedBy(path: string): Access {
  return ADMIN_AREA.test(path) ? 'admin' : 'user';
}

/** Whether somebody of this role, or nobody (null), may pass; null when they may. */
export function refuseAccess(role: Role | null, access: Access): AccessRefusal | null {
  if (role === null) return 'not-signed-in';
  return access === 'admin' && role !== 'admin' ? 'not-allowed' : null;
}

/** Value of `/login?reset=`: whoever is signed in may not go where they wanted, so the page must not send them back there. */
export const RESET_MARKER = 'session';

/** Search parameters of the sign-in page. */
export interface TurnedAway {
  readonly reset?: string;
  /** Left out when it is too long to come back from there. */
  readonly redirect?: string;
}

function turnedAway(refusal: AccessRefusal, to: string | null): TurnedAway {
  const back = to === null || to.length > LONGEST_REDIRECT ? {} : { redirect: to };
  return refusal === 'not-allowed' ? { reset: RESET_MARKER, ...back } : back;
}

/** The guard of pages: where to send whoever may not see one; null for whoever may. `to` is the page. */
export function turnAway({ user }: Pick<Session, 'user'>, access: Access, to: string): TurnedAway | null {
  const refusal = refuseAccess(user?.role ?? null, access);
  if (refusal === null) return null;
  // SPEC.md section 4: the admin area marks everybody it turns away.
  return turnedAway(access === 'admin' ? 'not-allowed' : refusal, to);
}

export function isAccessRefusal(refusal: string | null): refusal is AccessRefusal {
  return refusal === 'not-signed-in' || refusal === 'not-allowed';
}

/** The sign-in page for somebody whose form or link was refused; `to` is null when it is not to lead back. */
export function signInPath(refusal: AccessRefusal, to: string | null): string {
  const search = new URLSearchParams({ ...turnedAway(refusal, to) });
  return search.size === 0 ? '/login' : `/login?${search.toString()}`;
}
