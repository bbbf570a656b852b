import { LRUCache } from 'lru-cache';

/** How often something may be done: so many at once, and then as fast as they come back. */
export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

/** Tokens are fractions that do not add up exactly. */
const ROUNDING = 1e-6;

interface Bucket {
  tokens: number;
  /** Milliseconds, when `tokens` was right. */
  at: number;
}

/**
 * A bucket of tokens for each key. There is room for so many keys: then the one that was idle longest is forgotten, which
 * fills its bucket, so a limit over all belongs beside it.
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

  /** Takes a token and answers 0, or says in how many milliseconds there is one. */
  take(key: string): number {
    const { burst, perMinute } = this.#rate;
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? this.#fresh(key, now);
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute);
    bucket.at = now;
    const missing = 1 - bucket.tokens;
    if (missing > ROUNDING) return Math.max(1, Math.round((missing / perMinute) * 60_000));
    bucket.tokens -= 1;
    return 0;
  }

  #fresh(key: string, now: number): Bucket {
    const bucket = { tokens: this.#rate.burst, at: now };
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
