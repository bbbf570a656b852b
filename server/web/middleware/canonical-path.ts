import type { MiddlewareHandler } from 'hono';
import { canonicalPath, withoutTextBehind } from '#shared/canonical-path.ts';

/**
 * One address per page: other spellings are redirected permanently. So are mailed links whose token a mail program joined with the text
 * behind it. Limits and other code that reads the path run after this, and see the path that the router matches.
 */
export const canonicalAddress: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const path = canonicalPath(pathname);
  const query = search.startsWith('?token=') ? withoutTextBehind(search) : search;
  if (path === pathname && query === search) return next();
  // The address may contain a secret.
  return c.body(null, 308, { location: path + query, 'cache-control': 'no-store' });
};
