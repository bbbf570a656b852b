import type { Context } from 'hono';

const AUTHORITY_PATH_QUERY = /^\w+:\/\/([^/?]*)([^?]*)(.*)$/s;

/** A request's address as it was sent: host with port, path, and query with its question mark. Faster than parsing a `URL`. */
export function addressOf({ req }: Context): { authority: string; path: string; query: string } {
  const [, authority = '', path = '', query = ''] = AUTHORITY_PATH_QUERY.exec(req.url) ?? [];
  return { authority, path, query };
}
