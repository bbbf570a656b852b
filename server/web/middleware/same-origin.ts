import type { MiddlewareHandler } from 'hono';
import { textResponse } from '../http/responses.ts';

const REFUSED_TEXT =
  'For your safety, we only take forms that are sent from our own pages. Nothing was changed. Open the page here and send the form again.';
const UNSAFE_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** CSRF protection by `Sec-Fetch-Site`, or else by `Origin`. Webhooks are authenticated by signature instead. */
export function sameOrigin(isOwn: (origin: string, host: string) => boolean): MiddlewareHandler {
  return async (c, next) => {
    if (!UNSAFE_METHODS.has(c.req.method) || c.req.path.startsWith('/webhooks/')) return next();
    const site = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    const isSame = site === undefined ? isOwn(origin ?? '', c.req.header('host') ?? '') : site === 'same-origin';
    return isSame ? next() : textResponse(c, REFUSED_TEXT, 403);
  };
}
