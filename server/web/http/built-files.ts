import type { MiddlewareHandler } from 'hono';

/** What browsers may read of the client build: not its manifest. */
const FILES = /^\/(?:(?:assets|cards)\/.+|[^/]+)\.(?:css|ico|jpg|js|png|svg|webp|woff2)$/;

/** Files whose name changes with their content. */
const HASHED = '/assets/';

/** Serves those files of a client build that are for browsers by `serve`, and passes every other request on. */
export function builtFiles(serve: MiddlewareHandler): MiddlewareHandler {
  return async (c, next) => {
    const { path } = c.req;
    const isHashed = path.startsWith(HASHED);
    const response = FILES.test(path) ? await serve(c, async () => {}) : undefined;
    if (!response) return isHashed ? c.text('Not found', 404) : next();
    response.headers.set('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    return response;
  };
}
