import type { Context, MiddlewareHandler } from 'hono';
import { textResponse } from '../http/text-response.ts';
import type { Limit } from '../limits/limiter.ts';
import { waitWords } from '../limits/too-many-words.ts';
import type { RequestContext } from '../rpc/handler.ts';

/** Returns middleware that answers 429 when too many requests arrive for its addresses. Calls declare their limits themselves. */
export function limiting(contextOf: (c: Context) => RequestContext) {
  return (limitOf: (context: RequestContext) => Limit | Promise<Limit>): MiddlewareHandler =>
    async (c, next) => {
      const context = contextOf(c);
      const seconds = context.limiter.take(await limitOf(context));
      if (seconds === 0) return next();
      const headers = { 'retry-after': String(seconds), 'cache-control': 'no-store' };
      return textResponse(c, waitWords(seconds), 429, headers);
    };
}
