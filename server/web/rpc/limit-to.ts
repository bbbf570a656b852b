import type { Context, MiddlewareHandler } from 'hono';
import { comparable } from '#shared/normalize-text.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { textResponse } from '../http/responses.ts';
import { type Limit, tooManyText } from '../limits/limiter.ts';
import type { PolicyBy } from '../limits/policies.ts';
import type { RequestContext } from './handler.ts';

type Sent = Pick<RequestContext, 'request'>;

export function byNetwork(policy: PolicyBy<'network'>) {
  return ({ request }: Sent): Limit => ({ policy, key: request.network });
}

export function byAddress(policy: PolicyBy<'network and address'>, email: string, { request }: Sent): Limit {
  return { policy, key: request.network && `${request.network} ${comparable(email)}` };
}

/** A request without an account isn't counted: it is refused. */
export function byAccount(policy: PolicyBy<'account'>) {
  return async ({ signIn }: Pick<RequestContext, 'signIn'>): Promise<Limit> => {
    return { policy, key: (await signIn.current())?.account ?? null };
  };
}

/** By the account, so that others in its network don't slow it down; without one, by the network. */
export async function byReader(context: Sent & Pick<RequestContext, 'signIn'>): Promise<Limit> {
  const own = await byAccount('ownPages')(context);
  return own.key === null ? byNetwork('lookUp')(context) : own;
}

export function limitTo({ limiter }: Pick<RequestContext, 'limiter'>, limit: Limit): void {
  const seconds = limiter.takePoint(limit);
  if (seconds > 0) throw new Rejected('too-many', { retryAfter: seconds, message: tooManyText(seconds) });
}

export function limiting(contextOf: (c: Context) => RequestContext) {
  return (limitOf: (context: RequestContext) => Limit | Promise<Limit>): MiddlewareHandler =>
    async (c, next) => {
      const context = contextOf(c);
      const seconds = context.limiter.takePoint(await limitOf(context));
      if (seconds === 0) return next();
      const headers = { 'retry-after': String(seconds), 'cache-control': 'no-store' };
      return textResponse(c, tooManyText(seconds), 429, headers);
    };
}
