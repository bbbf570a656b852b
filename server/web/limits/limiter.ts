import type { LRUCache } from 'lru-cache';
import { waitTime } from '#shared/calls/wait.ts';
import { lruCache } from '../../process/lru-cache.ts';
import { POLICIES, type PolicyName } from './policies.ts';

/** For each policy. The longest unused key is forgotten first, which gives it all its points back. */
const MOST_KEYS = 10_000;

/** Points are fractions that do not add up exactly. */
const ROUNDING = 1e-6;

/** A token bucket. */
interface Bucket {
  readonly points: number;
  /** The instant of `points`, in milliseconds. */
  readonly at: number;
}

/** What a request counts towards. */
export interface Limit {
  readonly policy: PolicyName;
  /** Whose points it takes; null for a call of the process itself, which no limit counts. */
  readonly key: string | null;
}

interface LimiterOptions {
  /** Multiplier of the usual limits; 0 for none. */
  readonly factor: number;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Limits rates by the table of policies. In memory only: a restart resets it. */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #buckets = new Map<PolicyName, LRUCache<string, Bucket>>();

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Takes a point and returns 0, or returns the seconds until there is one. */
  take({ policy, key }: Limit): number {
    const { factor } = this.#options;
    if (key === null || factor === 0) return 0;
    const points = this.#pointsOf(policy, key);
    const missing = 1 - points - ROUNDING;
    if (missing > 0) return Math.ceil((missing * 60) / (POLICIES[policy].perMinute * factor));
    this.#set(policy, key, points - 1);
    return 0;
  }

  /** Returns a point that was taken. */
  giveBack({ policy, key }: Limit): void {
    if (key !== null) this.#set(policy, key, this.#pointsOf(policy, key) + 1);
  }

  #set(policy: PolicyName, key: string, points: number): void {
    this.#bucketsOf(policy).set(key, { points, at: this.#options.now() });
  }

  #pointsOf(policy: PolicyName, key: string): number {
    const { factor, now } = this.#options;
    const { burst, perMinute } = POLICIES[policy];
    const bucket = this.#bucketsOf(policy).get(key);
    if (!bucket) return burst * factor;
    return Math.min(burst, bucket.points / factor + ((now() - bucket.at) / 60_000) * perMinute) * factor;
  }

  #bucketsOf(policy: PolicyName): LRUCache<string, Bucket> {
    const buckets = this.#buckets.get(policy) ?? lruCache<Bucket>(MOST_KEYS);
    this.#buckets.set(policy, buckets);
    return buckets;
  }
}

/** The message for a client that exceeds a rate limit: `Too many requests ... Try again in 2 minutes.` */
export function waitWords(seconds: number): string {
  return `Too many requests came from you or your network. Try again in ${waitTime(seconds)}.`;
}
