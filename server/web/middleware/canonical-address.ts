import { isIP } from 'node:net';
import type { MiddlewareHandler, Context } from 'hono';
import type { Hosts } from '../../process/config.ts';
import { PROBES } from './request-log.ts';
import { canonicalPath, withoutTextBehind } from '#shared/canonical-path.ts';

/** 308 keeps the method. Refuses other host names, because of forged `Host` headers and DNS rebinding. */
export function knownHost({ names, allowsIpHosts, redirected }: Hosts, publicUrl: string): MiddlewareHandler {
  const isKnown = (authority: string) => {
    const name = nameOf(authority);
    return names.has(name) || (allowsIpHosts && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0);
  };
  return (c, next) => {
    const header = c.req.header('host');
    const { authority, path, query } = addressOf(c);
    const isMeant = isKnown(authority) && (header === undefined || isKnown(header));
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

/** Other spellings, and mailed links whose token a mail program joined with the text behind it. */
export const canonicalAddress: MiddlewareHandler = async (c, next) => {
  const { path, query } = addressOf(c);
  const plain = query.replaceAll('%00', '');
  const canonical = canonicalPath(path) + (plain.startsWith('?token=') ? withoutTextBehind(plain) : plain);
  if (canonical === path + query) return next();
  return c.body(null, 308, { location: canonical, 'cache-control': 'no-store' });
};

const AUTHORITY_PATH_QUERY = /^\w+:\/\/([^/?]*)([^?]*)(.*)$/s;

/** As sent: host with port, path, and query with its question mark. Faster than parsing a `URL`. */
export function addressOf({ req }: Context): { authority: string; path: string; query: string } {
  const [, authority = '', path = '', query = ''] = AUTHORITY_PATH_QUERY.exec(req.url) ?? [];
  return { authority, path, query };
}
