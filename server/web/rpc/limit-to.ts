import { Rejected } from '#shared/refusals.ts';
import type { KeyPolicyName, PolicyName } from '../limits/policies.ts';
import { waitWords } from '../limits/wait-words.ts';
import type { Limit, RequestContext } from './handler.ts';
import { signedInOf } from './signed-in.ts';

/** Counts a call by the networks that it comes from, and among those of strangers if its visitor is one. */
export function byNetwork(policy: PolicyName) {
  return (context: RequestContext): Limit => ({
    policy,
    networks: context.request.networks,
    knownAs: () => context.knownAs(),
  });
}

/** Counts a call by what it is about, together with the networks that it comes from. */
export function bySubject(policy: PolicyName, name: string, { request }: Pick<RequestContext, 'request'>): Limit {
  return { policy, subject: { networks: request.networks, name } };
}

/** Counts a call under a policy by the account that is signed in. */
export function byAccount(policy: KeyPolicyName) {
  return (_: unknown, context: RequestContext): Limit => ({ policy, key: signedInOf(context).account });
}

/** Counts a call under a policy by the network that it comes from, and by the account that is signed in. */
export function limitedByAccount(policy: KeyPolicyName) {
  return { limit: byNetwork(policy), limitByInput: byAccount(policy) };
}

/**
 * Counts this request under a policy of `server/web/limits/policies.ts`. Throws `Rejected` with `too-many`, which becomes a 429
 * with `Retry-After`, or leads a plain form back to its page with all that was typed.
 */
export function limitTo({ limiter }: Pick<RequestContext, 'limiter'>, { policy, ...asking }: Limit): void {
  const seconds = limiter.wait(policy, asking);
  if (seconds > 0) throw new Rejected('too-many', { retryAfter: seconds, message: waitWords(seconds) });
}
