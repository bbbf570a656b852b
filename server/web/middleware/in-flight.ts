import type { Context, MiddlewareHandler } from 'hono';
import { RPC_PREFIX } from '#shared/calls/rpc.ts';
import type { Config } from '../../process/config.ts';
import { clientNetwork } from '../http/client-address.ts';
import { textResponse } from '../http/text-response.ts';
import { Places } from '../limits/places.ts';
import type { RequestVariables } from './request-log.ts';
import type { UploadLimit } from './request-size.ts';

/** As many uncached pages take an eighth of a second. */
const MOST_REQUESTS = 100;

/** An upload keeps its files in memory, one after another, and may be slow. */
const UPLOADS = { inAll: 8, perNetwork: 2 };

const WORDS = 'Too many people are here right now. Nothing was changed. Wait a few seconds, then try again.';
/** Seconds; randomized, so that clients do not return all at once. */
const SOONEST = 2;
const LATEST = 8;

interface InFlightOptions {
  readonly config: Pick<Config, 'rateLimit' | 'trustedProxy'>;
  /** Whether a request is answered however many others there are. */
  readonly comesFirst: (path: string) => boolean;
  readonly uploadLimit: UploadLimit;
}

/**
 * Limits the requests that are worked on, from when the body is there until the headers of the response are sent. Uploads, whose bodies
 * are read as they arrive, have places of their own. The rest gets 503 with `Retry-After`.
 */
export function inFlight({
  config: { rateLimit, trustedProxy },
  comesFirst,
  uploadLimit,
}: InFlightOptions): MiddlewareHandler<{ Variables: RequestVariables }> {
  const uploads = new Places({ ...UPLOADS, perNetwork: UPLOADS.perNetwork * (rateLimit || Infinity) });
  const most = rateLimit === 0 ? Infinity : MOST_REQUESTS;
  let requests = 0;
  return async (c, next) => {
    const { method, path } = c.req;
    if (comesFirst(path)) return next();
    if (uploadLimit(method, path) !== null) {
      const leave = uploads.enter(clientNetwork(c, trustedProxy));
      return leave ? next().finally(leave) : refuse(c);
    }
    if (requests >= most) return refuse(c);
    requests += 1;
    return next().finally(() => (requests -= 1));
  };
}

function refuse(c: Context<{ Variables: RequestVariables }>): Response | Promise<Response> {
  c.set('refusal', 'busy');
  const seconds = SOONEST + Math.floor(Math.random() * (LATEST - SOONEST + 1));
  const headers = { 'retry-after': String(seconds), 'cache-control': 'no-store' };
  const isForm = c.req.method === 'POST' && c.req.header('content-type') !== 'application/json';
  if (isForm || !c.req.path.startsWith(RPC_PREFIX)) return textResponse(c, WORDS, 503, headers);
  return c.json({ refusal: 'busy', message: WORDS, retryAfter: seconds }, 503, headers);
}
