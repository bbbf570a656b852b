import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { type Log, loggablePath } from '../../process/log.ts';

/** Variables of a request for later handlers. */
export interface RequestVariables {
  /** Id of the request in the log, in the `x-request-id` header, and in error messages for the visitor. */
  requestId: string;
  /** Name of the call, for the log: its address has only a hash of it. */
  call?: string;
  /** Name of the refusal that the request was answered with, for the log. */
  refusal?: string;
  /** Called once the first part of a streamed page is on its way. */
  onFirstPart?: () => void;
}

/** Gives every request an id. A visitor's own `x-request-id` is ignored: it could be another request's. */
export const requestId: MiddlewareHandler<{ Variables: RequestVariables }> = async (c, next) => {
  const id = randomUUID();
  c.set('requestId', id);
  await next();
  c.res.headers.set('x-request-id', id);
};

/** Requested by machines every few seconds: `healthRoutes` logs when their answers change. */
const PROBES = new Set(['/healthz', '/readyz']);

/** Refusals answered as a failure that need the owner or an operator. */
const OUR_FAULTS: ReadonlySet<string> = new Set(['storage-down']);

/** One line a request, written when its response begins. Runs after `requestId`. */
export function accessLog(log: Log): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const { status } = c.res;
    const [call, refusal] = [c.get('call'), c.get('refusal')];
    const facts = {
      request: c.get('requestId'),
      method: c.req.method,
      path: loggablePath(c.req.path),
      status,
      ...(call !== undefined && { call }),
      ...(refusal !== undefined && { refusal }),
      ms: Math.round((performance.now() - start) * 10) / 10,
    };
    if (PROBES.has(c.req.path)) log.debug(facts, 'request');
    else if (status < 500) log.info(facts, 'request');
    else if (refusal === undefined || OUR_FAULTS.has(refusal)) log.error(facts, 'request failed');
    else log.warn(facts, 'request refused');
  };
}
