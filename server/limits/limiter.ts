import { IN_PROCESS } from '../http/client-address.ts';
import { POLICIES, type Policy, type PolicyName } from './policies.ts';
import { TokenBuckets } from './token-buckets.ts';

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
  readonly network?: string;
  /** What the request is about, as the policy counts it; null when there is nothing to count it by. */
  readonly key?: string | null;
}

/** Counts what is asked for, by network, by key and over all, and says who has to wait. Forgets at a restart. */
export class Limiter {
  readonly #factor: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, TokenBuckets>();

  constructor({ factor, now }: LimiterOptions) {
    this.#factor = factor;
    this.#now = now;
  }

  /**
   * Counts one request and returns 0, or returns the seconds to wait. A network that has used up its own share takes nothing
   * from everybody's or from an account's.
   */
  wait(name: PolicyName, { network, key = null }: Asking): number {
    if (this.#factor === 0) return 0;
    const policy: Policy = POLICIES[name];
    const ms =
      (network === undefined ? 0 : this.#takeOf(name, policy, network)) ||
      (key === null ? 0 : this.#take(name, policy, 'key', key));
    return Math.ceil(ms / 1000);
  }

  #takeOf(name: PolicyName, policy: Policy, network: string): number {
    const ms = network === IN_PROCESS ? 0 : this.#take(name, policy, 'network', network);
    return ms || this.#take(name, policy, 'overall', '');
  }

  #take(name: PolicyName, policy: Policy, scope: keyof Policy, key: string): number {
    const rate = policy[scope];
    if (!rate) return 0;
    const id = `${name} ${scope}`;
    const known = this.#buckets.get(id);
    if (known) return known.take(key);
    const scaled = { burst: rate.burst * this.#factor, perMinute: rate.perMinute * this.#factor };
    const buckets = new TokenBuckets(scaled, MOST_KEYS, this.#now);
    this.#buckets.set(id, buckets);
    return buckets.take(key);
  }
}
