import { waitWords } from '../limits/wait-words.ts';
import type { HandlerContext, Limit } from './handler.ts';
import { Refused } from './refused.ts';

/**
 * Counts this request under a policy of `server/limits/policies.ts`: by the visitor's network, by the key if there is one,
 * and over all. Throws `Refused` with `too-many`, which becomes a 429 with `Retry-After`, or leads a plain form back to its
 * page with all that was typed.
 */
export function limitTo({ limiter, request }: Pick<HandlerContext, 'limiter' | 'request'>, limit: Limit): void {
  const seconds = limiter.wait(limit.policy, { network: request.visitor, key: limit.key ?? null });
  if (seconds > 0) throw new Refused('too-many', { retryAfter: seconds, message: waitWords(seconds) });
}
