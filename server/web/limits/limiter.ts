import type { LRUCache } from 'lru-cache';
import { waitTime } from '#shared/calls/wait.ts';
import { lruCache } from '../../process/lru-cache.ts';
import { POLICIES, type PolicyName } from './policies.ts';

/** Keys of each policy. The least recently used one is forgotten first; its bucket is then full again. */
const MOST_KEYS = 10_000;

/** Points are fractions: sums of them are inexact. */
const ROUNDING = 1e-6;

/** A token bucket. */
interface Bucket {
  readonly points: number;
  /** When it had `points`, on the monotonic clock, in milliseconds. */
  readonly at: number;
}

/** The bucket that a request takes a point from. */
export interface Limit {
  readonly policy: PolicyName;
  /** The network, account or mailbox; null for a call of the process itself, which isn't limited. */
  readonly key: string | null;
}

interface LimiterOptions {
  /** Multiplier of the usual limits; 0 for none. */
  readonly factor: number;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Rate limits by the table of policies: token buckets in memory, so a restart resets them. */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #buckets = new Map<PolicyName, LRUCache<string, Bucket>>();

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Takes a point and returns 0, or returns the seconds until there is one. */
  takePoint({ policy, key }: Limit): number {
    const { factor } = this.#options;
    if (key === null || factor === 0) return 0;
    const points = this.#pointsOf(policy, key);
    const missing = 1 - points - ROUNDING;
    if (missing > 0) return Math.ceil((missing * 60) / (POLICIES[policy].perMinute * factor));
    this.#set(policy, key, points - 1);
    return 0;
  }

  /** Returns a point that was taken. */
  returnPoint({ policy, key }: Limit): void {
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

/** The text of a 429: `Too many requests ... Try again in 2 minutes.` */
export function tooManyText(seconds: number): string {
  return `Too many requests came from you or your network. Try again in ${waitTime(seconds)}.`;
}
