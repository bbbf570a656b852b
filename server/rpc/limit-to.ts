import type { PolicyName } from '../limits/policies.ts';
import { waitWords } from '../limits/wait-words.ts';
import type { HandlerContext, Limit } from './handler.ts';
import { Refused } from './refused.ts';

/** Counts a call by the networks that it comes from. */
export function byNetwork(policy: PolicyName) {
  return ({ request }: HandlerContext): Limit => ({ policy, networks: request.networks });
}

/**
 * Counts this request under a policy of `server/limits/policies.ts`. Throws `Refused` with `too-many`, which becomes a 429
 * with `Retry-After`, or leads a plain form back to its page with all that was typed.
 */
export function limitTo({ limiter }: Pick<HandlerContext, 'limiter'>, { policy, ...asking }: Limit): void {
  const seconds = limiter.wait(policy, asking);
  if (seconds > 0) throw new Refused('too-many', { retryAfter: seconds, message: waitWords(seconds) });
}
