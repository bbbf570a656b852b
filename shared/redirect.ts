/** Where to go after signing in when nothing else was asked for. */
export const HOME = '/app';

const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u;

/** Pages that would only send a signed-in visitor on: going back there is no destination. */
const DOORS = new Set(['/login', '/register', '/forgot-password', '/reset-password']);

/** What browsers save instead of showing, behind the page that offers it: whoever is led to a file stays where they were. */
const FILES = [/^(\/app\/profile)\/export\/?$/, /^(\/(?:booking|manage)\/[^/]+)\/calendar\.ics\/?$/];

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
  const path = url.pathname + url.search + url.hash;
  if (!isOurs || path.startsWith('//') || DOORS.has(url.pathname)) return HOME;
  return FILES.map((file) => file.exec(url.pathname)?.[1]).find((page) => page !== undefined) ?? path;
}
