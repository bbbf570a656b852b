import { getAssetKeys, getRawAsset, isSea } from 'node:sea';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { serveStatic as serveContent } from 'hono/serve-static';

/** Serves the files of the client build, as they were compressed: those that the executable holds, or else those in `root`. */
export function clientFiles(root: string): MiddlewareHandler {
  if (!isSea()) return serveStatic({ root, precompressed: true });
  const names = new Set(getAssetKeys());
  const getContent = async (name: string) => (names.has(name) ? new Uint8Array(getRawAsset(name)) : null);
  return serveContent({ root: 'client', precompressed: true, getContent });
}
