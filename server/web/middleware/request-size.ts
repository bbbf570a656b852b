import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { hasTooManyFields } from '../rpc/input-limits.ts';
import { addressOf } from './canonical-address.ts';
import { textResponse } from '../http/responses.ts';

const PATH_LIMIT = 2048;
const QUERY_LIMIT = 4096;

export const TOO_MUCH =
  'That’s more than we can take at once. Go back: what you typed is still there. Then shorten it.';
const TOO_LATE =
  'That took too long to arrive, and nothing was changed. Go back: what you typed is still there. Then try again.';

type Reading = MiddlewareHandler<{ Bindings: Partial<HttpBindings> }>;

/** 413 for more than `bytes`, 408 for an incomplete body after `ms`. Takes no more memory than the announced length. */
export function readBody(bytes: number, ms: number): Reading {
  return async (c, next) => {
    const isChunked = c.req.header('transfer-encoding') !== undefined;
    const most = isChunked ? bytes : Number(c.req.header('content-length') ?? 0);
    if (most > bytes) return textResponse(c, TOO_MUCH, 413);
    const incoming = c.env?.incoming;
    if (most === 0 || !incoming) return next();
    const body = Buffer.allocUnsafe(most);
    let length = 0;
    const { promise, resolve } = Promise.withResolvers<'whole' | 'too-much' | 'cut-off' | 'too-late'>();
    const deadline = setTimeout(resolve, ms, 'too-late');
    incoming.on('data', (piece: Buffer) => {
      if (length + piece.length > most) resolve('too-much');
      else length += piece.copy(body, length);
    });
    incoming.once('end', () => resolve('whole')).once('close', () => resolve('cut-off'));
    const outcome = await promise;
    clearTimeout(deadline);
    if (outcome === 'too-much') return textResponse(c, TOO_MUCH, 413);
    if (outcome === 'too-late') return textResponse(c, TOO_LATE, 408, { connection: 'close' });
    if (outcome === 'cut-off') return c.text('The request was cut off.', 400);
    // The adapter reads a body there. A new `Request` would take 0.1 ms.
    Object.assign(incoming, { rawBody: body.subarray(0, length) });
    return next();
  };
}

const BODY_LIMIT = 64 * 1024;
const BODY_MS = 10_000;

/** Most bytes of a body with files; null for addresses that take none. */
export type UploadLimit = (method: string, path: string) => number | null;

export function readBodies(uploadLimit: UploadLimit): Reading {
  const read = readBody(BODY_LIMIT, BODY_MS);
  return async (c, next) => {
    const most = uploadLimit(c.req.method, c.req.path);
    if (most === null) return read(c, next);
    return Number(c.req.header('content-length') ?? 0) > most ? textResponse(c, TOO_MUCH, 413) : next();
  };
}

/** Responses may repeat the address. A path with NUL leads nowhere. */
export const addressSize: MiddlewareHandler = async (c, next) => {
  const { path, query } = addressOf(c);
  if (path.length > PATH_LIMIT || query.length - 1 > QUERY_LIMIT || hasTooManyFields(query))
    return c.text('The address is too long.', 414);
  return path.includes('%00') ? c.notFound() : next();
};
