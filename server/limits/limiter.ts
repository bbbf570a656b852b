import type { Networks } from '../http/client-address.ts';
import { POLICIES, type Policy, type PolicyName } from './policies.ts';
import { type Rate, TokenBuckets } from './token-buckets.ts';

/** Networks or keys remembered for each limit: some megabytes in all, however many there are. */
const MOST_KEYS = 10_000;

interface LimiterOptions {
  /** How many times the usual limits; 0 for none. */
  readonly factor: number;
  /** Milliseconds, only going forward. */
  readonly now: () => number;
}

export interface Asking {
  /** Where the request comes from; left out when that was counted before. */
  readonly networks?: Networks;
  /** What the request is about, as the policy counts it; null when there is nothing to count it by. */
  readonly key?: string | null;
}

/** A bucket that a request takes a token from. */
interface Counted {
  readonly buckets: TokenBuckets;
  readonly key: string;
}

/** Counts requests by the client's networks, by key and over all. Forgets at a restart. */
export class Limiter {
  readonly #factor: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, TokenBuckets>();

  constructor({ factor, now }: LimiterOptions) {
    this.#factor = factor;
    this.#now = now;
  }

  /** Counts one request and returns 0, or returns the seconds to wait. A request that has to wait is counted nowhere. */
  wait(name: PolicyName, asking: Asking): number {
    if (this.#factor === 0) return 0;
    const counted = this.#countedBy(name, asking);
    const ms = Math.max(0, ...counted.map(({ buckets, key }) => buckets.wait(key)));
    if (ms === 0) for (const { buckets, key } of counted) buckets.take(key);
    return Math.ceil(ms / 1000);
  }

  #countedBy(name: PolicyName, { networks, key: about = null }: Asking): Counted[] {
    const { network, key: byKey, overall }: Policy = POLICIES[name];
    const counted: Counted[] = [];
    for (const { name: key, allowance } of networks ?? []) {
      if (network) counted.push({ buckets: this.#bucketsOf(`${name} network`, network, allowance), key });
    }
    if (byKey && about !== null) counted.push({ buckets: this.#bucketsOf(`${name} key`, byKey), key: about });
    if (overall && networks) counted.push({ buckets: this.#bucketsOf(`${name} overall`, overall), key: '' });
    return counted;
  }

  #bucketsOf(limit: string, { burst, perMinute }: Rate, allowance = 1): TokenBuckets {
    const id = `${limit} ${allowance}`;
    const known = this.#buckets.get(id);
    if (known) return known;
    const times = this.#factor * allowance;
    const buckets = new TokenBuckets({ burst: burst * times, perMinute: perMinute * times }, MOST_KEYS, this.#now);
    this.#buckets.set(id, buckets);
    return buckets;
  }
}
