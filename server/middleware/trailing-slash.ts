import type { MiddlewareHandler } from 'hono';

/** One address a page: `/pricing/` moves for good to `/pricing`. Slashes are folded, so that no `//host` can come out. */
export const trailingSlash: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (pathname === '/' || !/\/$|\/\/|\\/.test(pathname)) return next();
  const path = pathname.replaceAll(/[/\\]+/g, '/').replace(/\/$/, '');
  return c.body(null, 308, { location: `${path || '/'}${search}` });
};
