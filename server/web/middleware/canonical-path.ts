import type { MiddlewareHandler } from 'hono';
import { canonicalPath } from '#shared/canonical-path.ts';

/**
 * One address per page: other spellings are redirected permanently. Limits and other code that reads the path run after this, and
 * see the path that the router matches.
 */
export const canonicalAddress: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const path = canonicalPath(pathname);
  return path === pathname ? next() : c.body(null, 308, { location: path + search });
};
