import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { type Log, loggablePath } from '../../process/log.ts';

export interface RequestVariables {
  requestId: string;
  /** The address has only a hash of the call's name. */
  call?: string;
  refusal?: string;
  onFirstPart?: () => void;
}

/** The client's `x-request-id` is ignored, because it could repeat another request's. */
export const requestId: MiddlewareHandler<{ Variables: RequestVariables }> = async (c, next) => {
  const id = randomUUID();
  c.set('requestId', id);
  await next();
  c.res.headers.set('x-request-id', id);
};

/** Health checks come every few seconds; `healthRoutes` logs when their responses change. */
export const PROBES = new Set(['/healthz', '/readyz']);

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
    else if (refusal === undefined || refusal === 'storage-down') log.error(facts, 'request failed');
    else log.warn(facts, 'request refused');
  };
}
