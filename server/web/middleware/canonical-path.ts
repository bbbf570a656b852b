import type { MiddlewareHandler } from 'hono';
import { canonicalPath } from '#shared/canonical-path.ts';

/**
 * One address a page: another spelling has moved for good. Limits and everything else that looks at a path come after this,
 * and see the path that the router matches.
 */
export const canonicalAddress: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const path = canonicalPath(pathname);
  return path === pathname ? next() : c.body(null, 308, { location: path + search });
};
