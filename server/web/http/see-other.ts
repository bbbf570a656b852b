import type { Context } from 'hono';

/** Longest address in a header, in characters, that every client accepts. */
const LONGEST = 4096;

/** An address that is too long loses its query, which only says how to show the page. */
export function shortAddress(to: string): string {
  const end = to.length > LONGEST ? to.indexOf('?') : -1;
  return end < 0 ? to : to.slice(0, end);
}

/** Redirects a browser with 303. */
export function seeOther(c: Context, to: string): Response {
  return c.redirect(shortAddress(to), 303);
}
