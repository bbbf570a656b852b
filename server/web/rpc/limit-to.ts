import { Rejected } from '#shared/refusals.ts';
import type { PolicyName } from '../limits/policies.ts';
import { waitWords } from '../limits/wait-words.ts';
import type { HandlerContext, Limit } from './handler.ts';
import { knownAs } from '../../accounts/signing-in/known-customer.ts';

/** Counts a call by the networks that it comes from, and among those of strangers if it is one. */
export function byNetwork(policy: PolicyName) {
  return (context: HandlerContext): Limit => ({
    policy,
    networks: context.request.networks,
    knownAs: () => knownAs(context),
  });
}

/** Counts a call by what it is about, together with the networks that it comes from. */
export function bySubject(policy: PolicyName, name: string, { request }: HandlerContext): Limit {
  return { policy, subject: { networks: request.networks, name } };
}

/**
 * Counts this request under a policy of `server/web/limits/policies.ts`. Throws `Rejected` with `too-many`, which becomes a 429
 * with `Retry-After`, or leads a plain form back to its page with all that was typed.
 */
export function limitTo({ limiter }: Pick<HandlerContext, 'limiter'>, { policy, ...asking }: Limit): void {
  const seconds = limiter.wait(policy, asking);
  if (seconds > 0) throw new Rejected('too-many', { retryAfter: seconds, message: waitWords(seconds) });
}
