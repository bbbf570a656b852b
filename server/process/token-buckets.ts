/** A rate: this many at once, then as fast as tokens are refilled. */
export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

/** Tokens are fractions that do not add up exactly. */
const ROUNDING = 1e-6;

interface Bucket {
  readonly tokens: number;
  /** The instant, in milliseconds, of `tokens`. */
  readonly at: number;
}

/**
 * A token bucket for each key. Full buckets are forgotten, since an unknown key's is full. When there is no room, the longest
 * unused bucket is forgotten, which refills it; so use wider buckets beside it.
 */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #mostKeys: number;
  readonly #now: () => number;
  /** The longest unused one first. */
  readonly #buckets = new Map<string, Bucket>();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(rate: Rate, mostKeys: number, now: () => number) {
    this.#rate = rate;
    this.#mostKeys = mostKeys;
    this.#now = now;
  }

  /** Number of remembered buckets. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Milliseconds until there is a token; 0 when there is one now. Takes none. */
  wait(key: string): number {
    const bucket = this.#buckets.get(key);
    if (!bucket) return 0;
    this.#keep(key, bucket);
    return this.#untilOne(this.#tokensNow(bucket));
  }

  /** Takes a token and returns 0, or returns the milliseconds until there is one. */
  take(key: string): number {
    const bucket = this.#buckets.get(key);
    const tokens = bucket ? this.#tokensNow(bucket) : this.#rate.burst;
    const wait = this.#untilOne(tokens);
    const now = this.#now();
    if (wait === 0) this.#keep(key, { tokens: tokens - 1, at: now });
    else if (bucket) this.#keep(key, bucket);
    this.#forgetSome(now);
    return wait;
  }

  #keep(key: string, bucket: Bucket): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
  }

  #untilOne(tokens: number): number {
    const missing = 1 - tokens;
    return missing > ROUNDING ? Math.max(1, Math.round((missing / this.#rate.perMinute) * 60_000)) : 0;
  }

  #tokensNow({ tokens, at }: Bucket): number {
    const { burst, perMinute } = this.#rate;
    return Math.min(burst, tokens + ((this.#now() - at) / 60_000) * perMinute);
  }

  #forgetSome(now: number): void {
    const { burst, perMinute } = this.#rate;
    const fullAfterMs = (burst / perMinute) * 60_000;
    for (const [key, { at }] of this.#buckets) {
      if (this.#buckets.size <= this.#mostKeys && now - at < fullAfterMs) break;
      this.#buckets.delete(key);
    }
  }
}
