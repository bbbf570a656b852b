import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import type { Hosts } from '../../process/config.ts';

/** Where machines look whether the site is up: they may use whatever name they have, and nothing is built from it. */
const PROBES = new Set(['/healthz', '/readyz']);

/**
 * Refuses requests that were meant for another name, so that neither a forged `Host` nor a name that a stranger points at
 * this machine (DNS rebinding) reaches a page. An address that a request names in full counts as its host does.
 */
export function knownHost({ names, anyAddress }: Hosts): MiddlewareHandler {
  const isKnown = (authority: string) => {
    const name = authority.replace(/:\d*$/, '').toLowerCase();
    return names.has(name) || (anyAddress && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0);
  };
  return (c, next) => {
    const header = c.req.header('host');
    const isMeant = isKnown(authorityOf(c.req.url)) && (header === undefined || isKnown(header));
    if (isMeant || PROBES.has(c.req.path)) return next();
    return Promise.resolve(c.text('This site is not known under that name.', 421));
  };
}

/** What stands between the scheme and the path. A server's own addresses never have a user in front of the host. */
function authorityOf(url: string): string {
  const start = url.indexOf('://') + 3;
  const end = url.indexOf('/', start);
  return url.slice(start, end < 0 ? undefined : end);
}
