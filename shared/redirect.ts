import { canonicalPath } from './canonical-path.ts';

/** Where to go after signing in when nothing else was asked for. */
export const HOME = '/app';

/** Characters of an address to go back to, as it is sent. */
export const LONGEST_REDIRECT = 2000;

const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u;

/** Pages that would only send a signed-in visitor on: going back there is no destination. */
const DOORS = /^\/(?:login|register|forgot-password|reset-password|sign-in-here)$/;

/** What browsers save instead of showing, behind the page that offers it: a visitor who is led to a file stays where they were. */
const FILES = [/^(\/app\/profile)\/export$/, /^(\/(?:booking|manage)\/[^/]+)\/calendar\.ics$/];

/** Whether a search parameter is a `redirect` at all: it begins with `/` or is an http(s) address (SPEC.md section 5). */
export function isRedirect(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/|https?:\/\/)/i.test(value);
}

/** Path, query and fragment of a `redirect`, if it leads to a page of ours, or a file's page; otherwise the dashboard's. */
export function safeRedirect(value: unknown, origin: string): string {
  if (!isRedirect(value) || CONTROL_OR_BACKSLASH.test(value)) return HOME;
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    return HOME;
  }
  const isOurs = url.origin === origin && url.username === '' && url.password === '';
  const pathname = canonicalPath(url.pathname);
  if (!isOurs || url.pathname.startsWith('//') || DOORS.test(pathname)) return HOME;
  const page = FILES.map((file) => file.exec(pathname)?.[1]).find((found) => found !== undefined);
  const path = page ?? pathname + url.search + url.hash;
  return path.length > LONGEST_REDIRECT ? HOME : path;
}
