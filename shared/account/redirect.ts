import { canonicalPath } from '../canonical-path.ts';

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
