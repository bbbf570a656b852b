import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { inWords } from '../http/in-words.ts';

/** Bytes of a body. Files never pass through here: they go to the object storage. */
export const BODY_LIMIT = 64 * 1024;
/** Characters of a path and of a query, as they are sent. */
const PATH_LIMIT = 2048;
export const QUERY_LIMIT = 4096;

export const TOO_MUCH =
  'That’s more than we can take at once. Go back: what you typed is still there. Then shorten it.';

function tooMuch(c: Context): Response | Promise<Response> {
  return inWords(c, TOO_MUCH, 413);
}

const countAsItArrives = bodyLimit({ maxSize: BODY_LIMIT, onError: tooMuch });

/** Whether a body was broken off by its sender while it was read. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

/** Reads a body whose length is not announced. Its errors are the sender's: those of the handlers never arrive here. */
const readCounted: MiddlewareHandler = async (c, next) => {
  try {
    return await countAsItArrives(c, next);
  } catch (error) {
    if (!isBrokenOff(error)) throw error;
    return c.text('The request was broken off.', 400);
  }
};

/**
 * Refuses a body that is too large before anything reads it: by the length it announces, else by counting. Nearly every
 * body announces it: then nobody has to look at it, which costs more than reading it.
 */
export const bodySize: MiddlewareHandler = (c, next) => {
  if (c.req.header('transfer-encoding') !== undefined) return readCounted(c, next);
  const length = c.req.header('content-length');
  return length !== undefined && Number(length) > BODY_LIMIT ? Promise.resolve(tooMuch(c)) : next();
};

/** Refuses an address that is too long: answers may have to repeat it. */
export const addressSize: MiddlewareHandler = (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const isTooLong = pathname.length > PATH_LIMIT || search.length - 1 > QUERY_LIMIT;
  return isTooLong ? Promise.resolve(c.text('The address is too long.', 414)) : next();
};
