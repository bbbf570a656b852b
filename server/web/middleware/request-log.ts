import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { type Log, loggablePath } from '../../process/log.ts';

/** What the request's middleware leaves for those that come after it. */
export interface RequestVariables {
  /** Names the request in the log, in the `x-request-id` header, and to a visitor whom something failed. */
  requestId: string;
  /** The named no that the request was answered with, for the log. */
  refusal?: string;
}

/** Gives every request an id. One that a visitor sends is not believed: it could name another's lines. */
export const requestId: MiddlewareHandler<{ Variables: RequestVariables }> = async (c, next) => {
  const id = randomUUID();
  c.set('requestId', id);
  await next();
  c.res.headers.set('x-request-id', id);
};

/** Asked every few seconds by machines: not worth a line unless it fails. */
const PROBES = new Set(['/healthz', '/readyz']);

/** Of the refusals that are answered as a failure, those that the owner or an operator has to do something about. */
const OUR_FAULTS: ReadonlySet<string> = new Set(['storage-down']);

/** One line a request, written when its answer begins. Follows `requestId`. */
export function accessLog(log: Log): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const { status } = c.res;
    const refusal = c.get('refusal');
    const facts = {
      request: c.get('requestId'),
      method: c.req.method,
      path: loggablePath(c.req.path),
      status,
      ...(refusal !== undefined && { refusal }),
      ms: Math.round((performance.now() - start) * 10) / 10,
    };
    if (status >= 500 && refusal !== undefined && !OUR_FAULTS.has(refusal)) log.warn(facts, 'request refused');
    else if (status >= 500) log.error(facts, 'request failed');
    else if (PROBES.has(c.req.path)) log.debug(facts, 'request');
    else log.info(facts, 'request');
  };
}
