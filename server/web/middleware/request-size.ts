import type { Context, MiddlewareHandler } from 'hono';
import { hasTooManyFields } from '../rpc/input-limits.ts';
import { textResponse } from '../http/text-response.ts';
import { BODY_LIMIT } from '../http/whole-bodies.ts';

/** Characters of a path and of a query, as they are sent. */
const PATH_LIMIT = 2048;
export const QUERY_LIMIT = 4096;

export const TOO_MUCH =
  'That’s more than we can take at once. Go back: what you typed is still there. Then shorten it.';

function tooMuch(c: Context): Response | Promise<Response> {
  return textResponse(c, TOO_MUCH, 413);
}

/** Most bytes of a body with files at an address; null where none may be sent. */
export type UploadLimit = (method: string, path: string) => number | null;

/** Refuses a body that is announced as too large before anything reads it. A server takes none that is not announced (`WholeBodies`). */
export function bodySize(uploadLimit: UploadLimit): MiddlewareHandler {
  return (c, next) => {
    const length = Number(c.req.header('content-length') ?? 0);
    const most = uploadLimit(c.req.method, c.req.path) ?? BODY_LIMIT;
    return length > most ? Promise.resolve(tooMuch(c)) : next();
  };
}

/** Refuses an address that is too long, or has too many parameters: responses may have to repeat it. */
export const addressSize: MiddlewareHandler = (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const isTooLong = pathname.length > PATH_LIMIT || search.length - 1 > QUERY_LIMIT || hasTooManyFields(search, '&');
  return isTooLong ? Promise.resolve(c.text('The address is too long.', 414)) : next();
};
