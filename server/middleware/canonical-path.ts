import type { MiddlewareHandler } from 'hono';
import { unescapeNeedless } from '#shared/unescape.ts';

/** Where addresses hold tokens, or are not for people: their case counts. */
const CASED = /^\/(?:_serverFn|assets|manage|webhooks|dev)\//i;

/** The one spelling of a path: lower case, no needless escapes, single slashes and none at the end. */
export function canonicalPath(pathname: string): string {
  // Slashes are folded, so that no `//host` can come out.
  const folded = unescapeNeedless(pathname).replaceAll(/[/\\]+/g, '/');
  const path = folded === '/' ? folded : folded.replace(/\/$/, '');
  return CASED.test(path) ? path : path.toLowerCase();
}

/**
 * One address a page: another spelling has moved for good. Limits and everything else that looks at a path come after this,
 * and see the path that the router matches.
 */
export const canonicalAddress: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const path = canonicalPath(pathname);
  return path === pathname ? next() : c.body(null, 308, { location: path + search });
};
