import { Rejected } from '#shared/calls/refusals.ts';
import type { KeyPolicyName, PolicyName } from '../limits/policies.ts';
import { waitWords } from '../limits/too-many-words.ts';
import type { Limit, RequestContext } from './handler.ts';
import { signedInOf } from './signed-in.ts';

/** Counts a call by its networks, and among strangers if its visitor is one. */
export function byNetwork(policy: PolicyName) {
  return (context: RequestContext): Limit => ({
    policy,
    networks: context.request.networks,
    knownAs: () => context.knownAs(),
  });
}

/** Counts a call by its subject, together with its networks. */
export function bySubject(policy: PolicyName, name: string, { request }: Pick<RequestContext, 'request'>): Limit {
  return { policy, subject: { networks: request.networks, name } };
}

/** Counts a call under a policy by the signed-in account. */
export function byAccount(policy: KeyPolicyName) {
  return async (_: unknown, context: RequestContext): Promise<Limit> => {
    const { account } = await signedInOf(context);
    return { policy, key: account };
  };
}

/** Counts a call under a policy by its networks and by the signed-in account. */
export function limitedByAccount(policy: KeyPolicyName) {
  return { limit: byNetwork(policy), limitByInput: byAccount(policy) };
}

/**
 * Counts this request under a policy of `server/web/limits/policies.ts`. Throws `Rejected` with `too-many`: a 429 with
 * `Retry-After`, or for a plain form a redirect to its page with everything typed.
 */
export async function limitTo(
  { limiter }: Pick<RequestContext, 'limiter'>,
  { policy, ...asking }: Limit,
): Promise<void> {
  const seconds = await limiter.wait(policy, asking);
  if (seconds > 0) throw new Rejected('too-many', { retryAfter: seconds, message: waitWords(seconds) });
}
