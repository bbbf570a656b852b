import type { Context, MiddlewareHandler } from 'hono';
import { RPC_PREFIX } from '#shared/calls/rpc.ts';
import type { Config } from '../../process/config.ts';
import { clientNetwork } from '../http/client-address.ts';
import { textResponse } from '../http/responses.ts';
import { Semaphore } from '../limits/semaphore.ts';
import type { RequestVariables } from './request-log.ts';
import type { UploadLimit } from './request-size.ts';

const MOST_REQUESTS = 100;

/** An upload holds one file at a time in memory, and can take minutes. */
const UPLOAD_LIMITS = { inAll: 8, perNetwork: 2 };

const BUSY_TEXT = 'Too many people are here right now. Nothing was changed. Wait a few seconds, then try again.';
/** Random seconds of `Retry-After`, so that clients don't all retry at once. */
const SHORTEST_WAIT = 2;
const LONGEST_WAIT = 8;

interface InFlightOptions {
  readonly config: Pick<Config, 'rateLimit' | 'trustedProxy'>;
  readonly isExempt: (path: string) => boolean;
  readonly uploadLimit: UploadLimit;
}

/** Counts a request from the end of its body to its headers. Beyond the limit: 503 with `Retry-After`. */
export function inFlight({
  config: { rateLimit, trustedProxy },
  isExempt,
  uploadLimit,
}: InFlightOptions): MiddlewareHandler<{ Variables: RequestVariables }> {
  const uploads = new Semaphore({ ...UPLOAD_LIMITS, perNetwork: UPLOAD_LIMITS.perNetwork * (rateLimit || Infinity) });
  const most = rateLimit === 0 ? Infinity : MOST_REQUESTS;
  let requests = 0;
  return async (c, next) => {
    const { method, path } = c.req;
    if (isExempt(path)) return next();
    if (uploadLimit(method, path) !== null) {
      const release = uploads.acquire(clientNetwork(c, trustedProxy));
      return release ? next().finally(release) : refuse(c);
    }
    if (requests >= most) return refuse(c);
    requests += 1;
    return next().finally(() => (requests -= 1));
  };
}

function refuse(c: Context<{ Variables: RequestVariables }>): Response | Promise<Response> {
  c.set('refusal', 'busy');
  const seconds = SHORTEST_WAIT + Math.floor(Math.random() * (LONGEST_WAIT - SHORTEST_WAIT + 1));
  const headers = { 'retry-after': String(seconds), 'cache-control': 'no-store' };
  const isForm = c.req.method === 'POST' && c.req.header('content-type') !== 'application/json';
  if (isForm || !c.req.path.startsWith(RPC_PREFIX)) return textResponse(c, BUSY_TEXT, 503, headers);
  return c.json({ refusal: 'busy', message: BUSY_TEXT, retryAfter: seconds }, 503, headers);
}
