import type { LRUCache } from 'lru-cache';
import { waitTime } from '#shared/calls/rpc-error.ts';
import { lruCache } from '../../process/lru-cache.ts';
import { POLICIES, type PolicyName } from './policies.ts';

/** The least recently used keys of a policy are dropped, and their limits reset. */
const MOST_KEYS = 10_000;

/** Sums of fractions are inexact. */
const ROUNDING = 1e-6;

interface Bucket {
  readonly points: number;
  readonly at: number;
}

export interface Limit {
  readonly policy: PolicyName;
  /** The network, account or mailbox; null for the process's own calls, which aren't limited. */
  readonly key: string | null;
}

interface LimiterOptions {
  /** Multiplies the limits; 0 for none. */
  readonly factor: number;
  readonly now: () => number;
}

/** Token buckets in memory, so a restart resets them. */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #buckets = new Map<PolicyName, LRUCache<string, Bucket>>();

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Returns 0, or the seconds until there is a point. */
  takePoint({ policy, key }: Limit): number {
    const { factor } = this.#options;
    if (key === null || factor === 0) return 0;
    const points = this.#pointsOf(policy, key);
    const missing = 1 - points - ROUNDING;
    if (missing > 0) return Math.ceil((missing * 60) / (POLICIES[policy].perMinute * factor));
    this.#set(policy, key, points - 1);
    return 0;
  }

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

export function tooManyText(seconds: number): string {
  return `Too many requests came from you or your network. Try again in ${waitTime(seconds)}.`;
}
