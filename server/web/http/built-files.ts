import type { MiddlewareHandler } from 'hono';

const FILES = /^\/(?:(?:assets|cards)\/.+|[^/]+)\.(?:css|ico|jpg|js|png|svg|webp|woff2)$/;

const HASHED = '/assets/';

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
