import type { MiddlewareHandler } from 'hono';
import { type TrustedProxy, clientNetworks } from '../http/client-address.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { PolicyName } from '../limits/policies.ts';
import { waitWords } from '../limits/wait-words.ts';

interface Limiting {
  readonly limiter: Limiter;
  readonly trustedProxy: TrustedProxy | null;
}

/** Answers requests for these addresses with 429 when a network of the client makes too many. Calls say themselves what they count as. */
export function limited(policy: PolicyName, { limiter, trustedProxy }: Limiting): MiddlewareHandler {
  return (c, next) => {
    const seconds = limiter.wait(policy, { networks: clientNetworks(c, trustedProxy) });
    if (seconds === 0) return next();
    return Promise.resolve(
      c.text(waitWords(seconds), 429, { 'retry-after': String(seconds), 'cache-control': 'no-store' }),
    );
  };
}
