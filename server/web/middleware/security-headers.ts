import { hash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

/** The policy of responses that are not pages of the app: no scripts; a plain HTML page may have styles and a form. */
const PLAIN_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** HSTS: browsers use only HTTPS for a year, here and for every subdomain. */
const ONLY_HTTPS = 'max-age=31536000; includeSubDomains';

/** Headers of every response. Pages get their own policy, with the nonce of their scripts. */
export function securityHeaders({ isHttps }: { isHttps: boolean }): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('x-content-type-options', 'nosniff');
    // A page with a secret address sets a stricter policy.
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()');
    if (isHttps) headers.set('strict-transport-security', ONLY_HTTPS);
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', PLAIN_POLICY);
  };
}

/** Other sites that pages may reach; null where this site does it itself. */
export interface Outside {
  /** Where the booking form's response may redirect, which browsers check against the form's policy, too. */
  readonly payOrigin: string | null;
  /** Where scripts upload photos. */
  readonly uploadOrigin: string | null;
}

/** Scripts run only with this page's nonce, or when such a script loads them. Forms post to this site. */
export function pagePolicy(nonce: string, outside: Outside): string {
  return policy(`'nonce-${nonce}' 'strict-dynamic'`, outside);
}

/** For a page that is cached for every visitor: a nonce would be no secret, so each inline script is allowed by its hash. */
export function cachedPagePolicy(
  inlineScripts: readonly string[],
  { uploadOrigin }: Pick<Outside, 'uploadOrigin'>,
): string {
  const hashes = inlineScripts.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`);
  // A visitor who goes on to the booking form by script stays under this policy.
  return policy(["'self'", ...new Set(hashes)].join(' '), { payOrigin: null, uploadOrigin });
}

function policy(scripts: string, { payOrigin, uploadOrigin }: Outside): string {
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    ...(uploadOrigin === null ? [] : [`connect-src 'self' ${uploadOrigin}`]),
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...(payOrigin === null ? [] : [payOrigin])].join(' '),
    "frame-ancestors 'none'",
  ].join('; ');
}
