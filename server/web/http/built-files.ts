import { getAssetKeys, getRawAsset, isSea } from 'node:sea';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { serveStatic as serveContent } from 'hono/serve-static';

/** What browsers may read of the client build: not its manifest. */
const FILES = /^\/(?:(?:assets|cards)\/.+|[^/]+)\.(?:css|ico|jpg|js|png|svg|webp|woff2)$/;

/** Files whose name changes with their content. */
const HASHED = '/assets/';

/** Serves the files that the executable holds. */
function serveAssets(): MiddlewareHandler {
  const names = new Set(getAssetKeys());
  const getContent = async (name: string) => (names.has(name) ? new Uint8Array(getRawAsset(name)) : null);
  return serveContent({ root: 'client', precompressed: true, getContent });
}

/** Serves the client build, as it was compressed; passes every other request on. `root` is its folder, if this isn't the executable. */
export function builtFiles(root: string): MiddlewareHandler {
  const serve = isSea() ? serveAssets() : serveStatic({ root, precompressed: true });
  return async (c, next) => {
    const { path } = c.req;
    const isHashed = path.startsWith(HASHED);
    const response = FILES.test(path) ? await serve(c, async () => {}) : undefined;
    if (!response) return isHashed ? c.text('Not found', 404) : next();
    response.headers.set('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    return response;
  };
}
