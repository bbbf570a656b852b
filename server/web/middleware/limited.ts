import type { Context, MiddlewareHandler } from 'hono';
import type { TrustedProxy } from '../../process/config-variables.ts';
import { clientNetworks } from '../http/client-address.ts';
import { textResponse } from '../http/text-response.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { PolicyName } from '../limits/policies.ts';
import { waitWords } from '../limits/too-many-words.ts';

interface Limiting {
  readonly limiter: Limiter;
  readonly trustedProxy: TrustedProxy | null;
  /** Returns the known customer's key of a request; called only under policies that count strangers. */
  readonly knownAs?: (c: Context) => Promise<string | null>;
  /** The account that sent a request, for policies that count by account; null for none. */
  readonly keyOf?: (c: Context) => Promise<string | null>;
}

/** Responds with 429 when too many requests arrive for these addresses. Calls declare their limits themselves. */
export function limited(policy: PolicyName, { limiter, trustedProxy, knownAs, keyOf }: Limiting): MiddlewareHandler {
  return async (c, next) => {
    const networks = clientNetworks(c, trustedProxy);
    const key = (await keyOf?.(c)) ?? null;
    const seconds = await limiter.wait(policy, { networks, key, ...(knownAs && { knownAs: () => knownAs(c) }) });
    if (seconds === 0) return next();
    return textResponse(c, waitWords(seconds), 429, { 'retry-after': String(seconds), 'cache-control': 'no-store' });
  };
}
