import type { Context } from 'hono';

/** Every client accepts this many characters in a header. */
const LONGEST_ADDRESS = 4096;

/** The query only says how to show the page. */
export function dropLongQuery(to: string): string {
  const end = to.length > LONGEST_ADDRESS ? to.indexOf('?') : -1;
  return end < 0 ? to : to.slice(0, end);
}

export function seeOther(c: Context, to: string): Response {
  return c.redirect(dropLongQuery(to), 303);
}
