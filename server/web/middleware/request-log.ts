import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { type Log, loggablePath } from '../../process/log.ts';
import { type Rate, TokenBuckets } from '../limits/token-buckets.ts';

/** Variables of a request for later handlers. */
export interface RequestVariables {
  /** Id of the request in the log, in the `x-request-id` header, and in error messages for the visitor. */
  requestId: string;
  /** Name of the refusal that the request was answered with, for the log. */
  refusal?: string;
}

/** Gives every request an id. A visitor's own `x-request-id` is ignored: it could be another request's. */
export const requestId: MiddlewareHandler<{ Variables: RequestVariables }> = async (c, next) => {
  const id = randomUUID();
  c.set('requestId', id);
  await next();
  c.res.headers.set('x-request-id', id);
};

/** Requested by machines every few seconds: logged only when they fail. */
const PROBES = new Set(['/healthz', '/readyz']);

/** Refusals answered as a failure that need the owner or an operator. */
const OUR_FAULTS: ReadonlySet<string> = new Set(['storage-down']);

/** Lines of requests: a flood must not fill the disk that the log is kept on. */
export const LOGGED_REQUESTS: Rate = { burst: 1000, perMinute: 3000 };

/**
 * One line a request, written when its response begins. Of a flood only some have a line, which says how many before it have none; a
 * request that failed always has one. Runs after `requestId`.
 */
export function accessLog(
  log: Log,
  now: () => number = () => performance.now(),
): MiddlewareHandler<{ Variables: RequestVariables }> {
  const room = new TokenBuckets(LOGGED_REQUESTS, 1, now);
  let notLogged = 0;
  return async (c, next) => {
    const start = performance.now();
    await next();
    const { status } = c.res;
    const refusal = c.get('refusal');
    const hasFailed = status >= 500 && refusal === undefined;
    const isProbe = status < 500 && PROBES.has(c.req.path);
    if (!hasFailed && !isProbe && room.take('') > 0) {
      notLogged += 1;
      return;
    }
    const facts = {
      request: c.get('requestId'),
      method: c.req.method,
      path: loggablePath(c.req.path),
      status,
      ...(refusal !== undefined && { refusal }),
      ms: Math.round((performance.now() - start) * 10) / 10,
      ...(notLogged > 0 && { notLogged }),
    };
    if (isProbe) {
      log.debug(facts, 'request');
      return;
    }
    notLogged = 0;
    if (status < 500) log.info(facts, 'request');
    else if (refusal === undefined || OUR_FAULTS.has(refusal)) log.error(facts, 'request failed');
    else log.warn(facts, 'request refused');
  };
}
