import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import type { Hosts } from '../../process/config.ts';
import { addressOf } from '../http/address.ts';
import { PROBES } from './request-log.ts';

/**
 * Redirects `REDIRECT_HOSTS` and names with a final dot with 308, which keeps the method. Refuses other host names, because of
 * forged `Host` headers and DNS rebinding.
 */
export function knownHost({ names, allowsIpHosts, redirected }: Hosts, publicUrl: string): MiddlewareHandler {
  const isKnown = (authority: string) => {
    const name = nameOf(authority);
    return names.has(name) || (allowsIpHosts && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0);
  };
  return (c, next) => {
    const header = c.req.header('host');
    const { authority, path, query } = addressOf(c);
    const isMeant = isKnown(authority) && (header === undefined || isKnown(header));
    // Their responses contain no links.
    if (isMeant || PROBES.has(c.req.path)) return next();
    const name = nameOf(header ?? authority);
    const undotted = name.replace(/\.$/, '');
    if (redirected.has(undotted) || (undotted !== name && isKnown(undotted)))
      return Promise.resolve(c.redirect(publicUrl + path + query, 308));
    return Promise.resolve(c.text('This site is not known under that name.', 421));
  };
}

function nameOf(authority: string): string {
  return authority.replace(/:\d*$/, '').toLowerCase();
}
