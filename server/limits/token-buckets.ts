import { LRUCache } from 'lru-cache';

/** How often something may be done: so many at once, and then as fast as they come back. */
export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

/** Tokens are fractions that do not add up exactly. */
const ROUNDING = 1e-6;

interface Bucket {
  readonly tokens: number;
  /** Milliseconds, when `tokens` was right. */
  readonly at: number;
}

/**
 * A bucket of tokens for each key. There is room for so many keys: then the one that was idle longest is forgotten, which
 * fills its bucket, so wider buckets belong beside it.
 */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets: LRUCache<string, Bucket>;

  /** `now` is a clock in milliseconds that only goes forward. */
  constructor(rate: Rate, mostKeys: number, now: () => number) {
    this.#rate = rate;
    this.#now = now;
    this.#buckets = new LRUCache({ max: mostKeys });
  }

  /** Milliseconds until there is a token; 0 when there is one now. Takes none. */
  wait(key: string): number {
    const missing = 1 - this.#tokens(key);
    return missing > ROUNDING ? Math.max(1, Math.round((missing / this.#rate.perMinute) * 60_000)) : 0;
  }

  /** Takes a token and returns 0, or returns in how many milliseconds there is one. */
  take(key: string): number {
    const wait = this.wait(key);
    if (wait === 0) this.#buckets.set(key, { tokens: this.#tokens(key) - 1, at: this.#now() });
    return wait;
  }

  #tokens(key: string): number {
    const { burst, perMinute } = this.#rate;
    const bucket = this.#buckets.get(key);
    if (!bucket) return burst;
    return Math.min(burst, bucket.tokens + ((this.#now() - bucket.at) / 60_000) * perMinute);
  }
}
