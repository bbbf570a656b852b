import type { MiddlewareHandler } from 'hono';
import { chooseCoding } from '../http/encoding.ts';
import { isKnownVersion } from '../http/known-version.ts';
import type { Asset } from './load-assets.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';

/** Serves the built files, as the build compressed them; passes every other request on. */
export function serveAssets(assets: ReadonlyMap<string, Asset>): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const asset = assets.get(c.req.path);
    if (!asset) return c.req.path.startsWith('/assets/') ? c.text('Not found', 404) : next();
    const coding = chooseCoding(c.req.header('accept-encoding'));
    const packed = coding && asset.packed.get(coding);
    const headers = {
      'content-type': asset.type,
      'cache-control': asset.immutable ? FOREVER : AN_HOUR,
      etag: asset.etag,
      ...(asset.packed.size > 0 && { vary: 'accept-encoding' }),
    };
    const body = packed ?? asset.body;
    if (isKnownVersion(c.req.header('if-none-match'), asset.etag)) return c.body(null, 304, headers);
    const whole = { ...headers, ...(packed && { 'content-encoding': coding }), 'content-length': String(body.length) };
    return c.body(body, 200, whole);
  };
}
