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
  /** Called once the first part of a streamed page has been written. */
  onFirstPart?: () => void;
}

/** Gives every request an id. The client's `x-request-id` is ignored, because it could repeat another request's. */
export const requestId: MiddlewareHandler<{ Variables: RequestVariables }> = async (c, next) => {
  const id = randomUUID();
  c.set('requestId', id);
  await next();
  c.res.headers.set('x-request-id', id);
};

/** Health checks come every few seconds; `healthRoutes` logs when their responses change. */
export const PROBES = new Set(['/healthz', '/readyz']);

/** One line a request, written when its response begins. Runs after `requestId`. */
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
      call: c.get('call'),
      refusal,
      ms: Math.round((performance.now() - start) * 10) / 10,
    };
    if (PROBES.has(c.req.path)) log.debug(facts, 'request');
    else if (status < 500) log.info(facts, 'request');
    // The operator has to make room, or mend the disk.
    else if (refusal === undefined || refusal === 'storage-down') log.error(facts, 'request failed');
    else log.warn(facts, 'request refused');
  };
}
