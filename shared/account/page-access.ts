/** SPEC.md sections 4 and 6. */
import type { Role, Session } from './account.ts';
import { canonicalPath } from '../canonical-path.ts';

export type Access = 'guest' | 'user' | 'admin';

export type AccessRefusal = 'not-signed-in' | 'not-allowed';

const ADMIN_AREA = /^\/app\/admin(?:\/|$)/i;

export function accessAskedBy(path: string): Access {
  return ADMIN_AREA.test(path) ? 'admin' : 'user';
}

export function refuseAccess(role: Role | null, access: Access): AccessRefusal | null {
  if (access === 'guest') return null;
  if (role === null) return 'not-signed-in';
  return access === 'admin' && role !== 'admin' ? 'not-allowed' : null;
}

/** `/login?reset=`: the sign-in page must not redirect back to a page that the account may not see. */
export const RESET_MARKER = 'session';

export interface TurnedAway {
  readonly reset?: string;
  readonly redirect?: string;
}

function turnedAway(refusal: AccessRefusal, to: string | null): TurnedAway {
  const back = to === null || to.length > LONGEST_REDIRECT ? {} : { redirect: to };
  return refusal === 'not-allowed' ? { reset: RESET_MARKER, ...back } : back;
}

/** The redirect for a visitor who may not see the page at `to`; null if they may. */
export function turnAway({ user }: Pick<Session, 'user'>, access: Access, to: string): TurnedAway | null {
  const refusal = refuseAccess(user?.role ?? null, access);
  if (refusal === null) return null;
  // SPEC.md section 4: every redirect from the admin area has a reset marker.
  return turnedAway(access === 'admin' ? 'not-allowed' : refusal, to);
}

export function isAccessRefusal(refusal: string | null): refusal is AccessRefusal {
  return refusal === 'not-signed-in' || refusal === 'not-allowed';
}

export function signInPath(refusal: AccessRefusal, to: string | null): string {
  const search = new URLSearchParams({ ...turnedAway(refusal, to) });
  return search.size === 0 ? '/login' : `/login?${search.toString()}`;
}

export const HOME = '/app';

export const LONGEST_REDIRECT = 2000;

const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u;

const DOORS = /^\/(?:login|register|forgot-password|reset-password)$/;

/** A redirect to a download would leave the visitor on the sign-in page, so it leads to the download's page. */
const FILES = [
  /^(\/app\/profile)\/export$/,
  /^(\/app\/admin\/stats)\/[^/]+\.csv$/,
  /^(\/(?:booking|manage)\/[^/]+)\/calendar\.ics$/,
];

/** SPEC.md section 5: begins with `/` or is an http(s) address. */
export function isRedirect(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/|https?:\/\/)/i.test(value);
}

/** Null unless it leads to a page of this site. */
export function ownAddress(value: unknown, origin: string): URL | null {
  if (!isRedirect(value) || CONTROL_OR_BACKSLASH.test(value)) return null;
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    return null;
  }
  const isOurs = url.origin === origin && url.username === '' && url.password === '';
  return isOurs && !url.pathname.startsWith('//') ? url : null;
}

export function safeRedirect(value: unknown, origin: string): string {
  const url = ownAddress(value, origin);
  if (!url) return HOME;
  const pathname = canonicalPath(url.pathname);
  if (DOORS.test(pathname)) return HOME;
  const page = FILES.map((file) => file.exec(pathname)?.[1]).find((found) => found !== undefined);
  const path = page ?? pathname + url.search + url.hash;
  return path.length > LONGEST_REDIRECT ? HOME : path;
}
