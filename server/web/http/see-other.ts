import type { Context } from 'hono';

/** Characters of an address that every client accepts in a header. */
const LONGEST_ADDRESS = 4096;

/** Removes the query of an address that is too long. It only says how to show the page. */
export function dropLongQuery(to: string): string {
  const end = to.length > LONGEST_ADDRESS ? to.indexOf('?') : -1;
  return end < 0 ? to : to.slice(0, end);
}

/** Redirects a browser with 303. */
export function seeOther(c: Context, to: string): Response {
  return c.redirect(dropLongQuery(to), 303);
}
