import type { MiddlewareHandler } from 'hono';

/** What is no page of the product's runs no script; a plain HTML page may look like something and hold a form. */
const PLAIN_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Headers of every response. Pages get a policy of their own, with the nonce of their scripts. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set('x-content-type-options', 'nosniff');
  headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()');
  if (!headers.has('content-security-policy')) {
    headers.set('content-security-policy', PLAIN_POLICY);
  }
};

/**
 * Scripts run only with this page's nonce, or when such a script loads them. Forms post to us; `payOrigin` is where the
 * booking form's answer may lead on to, which browsers hold against the form as well.
 */
export function pagePolicy(nonce: string, payOrigin: string | null): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...(payOrigin === null ? [] : [payOrigin])].join(' '),
    "frame-ancestors 'none'",
  ].join('; ');
}
