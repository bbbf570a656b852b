import type { Context } from 'hono';

/** Longest `Location`, in characters, that every client follows. */
const LONGEST = 4096;

/** Redirects a browser with 303. An address that is too long loses its query, which only says how to show the page. */
export function seeOther(c: Context, to: string): Response {
  const end = to.length > LONGEST ? to.indexOf('?') : -1;
  return c.redirect(end < 0 ? to : to.slice(0, end), 303);
}
