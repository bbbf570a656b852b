import type { Context } from 'hono';

const AUTHORITY_PATH_QUERY = /^\w+:\/\/([^/?]*)([^?]*)(.*)$/s;

/** Host with port, path, and query with its question mark, as sent. Faster than parsing a `URL`. */
export function addressOf({ req }: Context): { authority: string; path: string; query: string } {
  const [, authority = '', path = '', query = ''] = AUTHORITY_PATH_QUERY.exec(req.url) ?? [];
  return { authority, path, query };
}
