import { getAssetKeys, getRawAsset, isSea } from 'node:sea';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { serveStatic as serveContent } from 'hono/serve-static';

/** Compressed files from the executable, or else from `root`. */
export function clientFiles(root: string): MiddlewareHandler {
  if (!isSea()) return serveStatic({ root, precompressed: true });
  const names = new Set(getAssetKeys());
  const getContent = async (name: string) => (names.has(name) ? new Uint8Array(getRawAsset(name)) : null);
  return serveContent({ root: 'client', precompressed: true, getContent });
}
