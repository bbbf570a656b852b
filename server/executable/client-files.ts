import { getAssetKeys, getRawAsset, isSea } from 'node:sea';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { serveStatic as serveContent } from 'hono/serve-static';

const FILES = /^\/(?:(?:assets|cards)\/.+|[^/]+)\.(?:css|ico|jpg|js|png|svg|webp|woff2)$/;

const HASHED = '/assets/';

/** Compressed files from the executable, or else from `root`. */
function serveFiles(root: string): MiddlewareHandler {
  if (!isSea()) return serveStatic({ root, precompressed: true });
  const names = new Set(getAssetKeys());
  const getContent = async (name: string) => (names.has(name) ? new Uint8Array(getRawAsset(name)) : null);
  return serveContent({ root: 'client', precompressed: true, getContent });
}

export function clientFiles(root: string): MiddlewareHandler {
  const serve = serveFiles(root);
  return async (c, next) => {
    const { path } = c.req;
    const isHashed = path.startsWith(HASHED);
    const response = FILES.test(path) ? await serve(c, async () => {}) : undefined;
    if (!response) return isHashed ? c.text('Not found', 404) : next();
    response.headers.set('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    return response;
  };
}
