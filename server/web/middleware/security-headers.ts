import { hash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { TAG_ORIGIN } from '#shared/measuring/consent.ts';
import { textResponse } from '../http/responses.ts';

/** No scripts; a plain HTML page may have styles and a form. */
const PLAIN_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export function securityHeaders({
  isHttps,
  isIndexed,
}: {
  readonly isHttps: boolean;
  readonly isIndexed: boolean;
}): MiddlewareHandler {
  const setHeaders = secureHeaders({
    overwrite: false,
    // It delays pages in Chrome, and Back forgets what was typed between pages with and without it (docs/decisions/pages.md).
    crossOriginOpenerPolicy: false,
    // Mail programs show the site's pictures.
    crossOriginResourcePolicy: false,
    permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
    referrerPolicy: 'strict-origin-when-cross-origin',
    // For a year, also for subdomains.
    strictTransportSecurity: isHttps && 'max-age=31536000; includeSubDomains',
    xFrameOptions: false, // Policies say who may frame a page.
  });
  return async (c, next) => {
    await setHeaders(c, next);
    const { headers } = c.res;
    if (!isIndexed) headers.set('x-robots-tag', 'noindex, nofollow');
    // After a 304, the browser keeps its page's policy.
    if (c.res.status !== 304 && !headers.has('content-security-policy'))
      headers.set('content-security-policy', PLAIN_POLICY);
  };
}

const MEASURING_SITES = [
  'https://*.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
].join(' ');

export interface Outside {
  /** The booking form may redirect there; browsers check that against `form-action`, too. */
  readonly payOrigin: string | null;
  readonly isTagged: boolean;
}

/** The tag manager loads what its container says, so with it, the page allows Google's files. */
export function pagePolicy(nonce: string, outside: Outside): string {
  const others = outside.isTagged ? `'self' ${TAG_ORIGIN}` : "'strict-dynamic'";
  return policy(`'nonce-${nonce}' ${others}`, outside);
}

/** A cached page's nonce would be public, so each inline script is allowed by its hash. */
export function cachedPagePolicy(inlineScripts: readonly string[], outside: Outside): string {
  const hashes = inlineScripts.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`);
  const sources = ["'self'", ...(outside.isTagged ? [TAG_ORIGIN] : []), ...new Set(hashes)];
  return policy(sources.join(' '), outside);
}

function policy(scripts: string, { payOrigin, isTagged }: Outside): string {
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${isTagged ? ` ${MEASURING_SITES}` : ''}`,
    ...(isTagged ? [`connect-src 'self' ${MEASURING_SITES}`, `frame-src ${TAG_ORIGIN}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...(payOrigin === null ? [] : [payOrigin])].join(' '),
    "frame-ancestors 'none'",
  ].join('; ');
}

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
