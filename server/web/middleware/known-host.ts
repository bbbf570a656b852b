import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import type { Hosts } from '../../process/config.ts';
import { addressOf } from '../http/address.ts';
import { PROBES } from './request-log.ts';

/**
 * Redirects requests for `REDIRECT_HOSTS`, and for a host name with a final dot, to the public address with 308, which keeps the method.
 * Refuses requests for any other host name, so that neither a forged `Host` nor a name that a stranger points at this machine (DNS
 * rebinding) reaches a page. The host of an absolute request address is checked the same way.
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
    // Health checks may use any host name: their responses contain no links.
    if (isMeant || PROBES.has(c.req.path)) return next();
    const name = nameOf(header ?? authority);
    const undotted = name.replace(/\.$/, '');
    if (redirected.has(undotted) || (undotted !== name && isKnown(undotted)))
      return Promise.resolve(c.redirect(publicUrl + path + query, 308));
    return Promise.resolve(c.text('This site is not known under that name.', 421));
  };
}

/** The host name in lower case, without its port. */
function nameOf(authority: string): string {
  return authority.replace(/:\d*$/, '').toLowerCase();
}
