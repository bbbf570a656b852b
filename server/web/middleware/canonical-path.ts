import type { MiddlewareHandler } from 'hono';
import { addressOf } from '../http/address.ts';
import { canonicalPath, withoutTextBehind } from '#shared/canonical-path.ts';

/** Redirects other spellings of an address, and mailed links whose token a mail program joined with the text behind it. */
export const canonicalAddress: MiddlewareHandler = async (c, next) => {
  const { path, query } = addressOf(c);
  const plain = query.replaceAll('%00', '');
  const canonical = canonicalPath(path) + (plain.startsWith('?token=') ? withoutTextBehind(plain) : plain);
  if (canonical === path + query) return next();
  // The address may contain a secret.
  return c.body(null, 308, { location: canonical, 'cache-control': 'no-store' });
};
