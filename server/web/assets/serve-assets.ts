import type { MiddlewareHandler } from 'hono';
import { chooseCoding } from '../http/encoding.ts';
import type { Asset } from './load-assets.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';

/** Serves the built files; passes every other request on. */
export function serveAssets(assets: ReadonlyMap<string, Asset>): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const asset = assets.get(c.req.path);
    if (!asset) return c.req.path.startsWith('/assets/') ? c.text('Not found', 404) : next();
    const packed = chooseCoding(c.req.header('accept-encoding')) === 'br' ? asset.brotli : null;
    const headers = {
      'content-type': asset.type,
      'cache-control': asset.immutable ? FOREVER : AN_HOUR,
      etag: asset.etag,
      ...(asset.brotli && { vary: 'accept-encoding' }),
      ...(packed && { 'content-encoding': 'br' }),
    };
    if (c.req.header('if-none-match') === asset.etag) return c.body(null, 304, headers);
    const body = packed ?? asset.body;
    return c.body(body, 200, { ...headers, 'content-length': String(body.length) });
  };
}
