import type { Networks } from '../http/client-address.ts';
import { POLICIES, type Policy, type PolicyName } from './policies.ts';
import { type Rate, TokenBuckets } from '../../process/token-buckets.ts';

/** Networks or keys remembered for each limit: a few megabytes in all. */
const MOST_KEYS = 10_000;
/** Largest allowance of a wider network for one subject, as a multiple of the narrowest one's. */
const MOST_OF_SUBJECT = 2;

interface LimiterOptions {
  /** Multiplier of the usual limits; 0 for none. */
  readonly factor: number;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

export interface Asking {
  /** The sender's networks, to count by; left out when the request was counted by them before. */
  readonly networks?: Networks;
  /** Returns the known customer's key, who is not counted among strangers; null, or left out, for a stranger. */
  readonly knownAs?: () => Promise<string | null>;
  /** What the request is about, counted together with the sender's networks. */
  readonly subject?: { readonly networks: Networks; readonly name: string };
  /** The account or the signed cookie that sent it; null for none. */
  readonly key?: string | null;
}

/** A bucket that a request takes a token from. */
interface Counted {
  readonly buckets: TokenBuckets;
  readonly key: string;
}

/** Milliseconds until each of them has a token. */
function longestWait(counted: readonly Counted[]): number {
  return Math.max(0, ...counted.map(({ buckets, key }) => buckets.wait(key)));
}

/** Counts requests by the client's networks, by subject, and over all strangers. In memory only: a restart resets it. */
export class Limiter {
  readonly #factor: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, TokenBuckets>();

  constructor({ factor, now }: LimiterOptions) {
    this.#factor = factor;
    this.#now = now;
  }

  /** Counts one request and returns 0, or returns the seconds to wait. A request that must wait is not counted. */
  async wait(name: PolicyName, asking: Asking): Promise<number> {
    const { network: byNetwork, strangers }: Policy = POLICIES[name];
    const { networks = [], knownAs = async () => null } = asking;
    if (this.#factor === 0 || !strangers || networks.length === 0) return this.waitKnown(name, asking);
    // Asking who a visitor is costs more than all the rest: not for one who has to wait anyway.
    const ms = longestWait(this.#countedBy(name, asking));
    if (ms > 0) return Math.ceil(ms / 1000);
    const customer = byNetwork ? await knownAs() : null;
    return this.#take([...this.#countedBy(name, asking), this.#countedAs(name, { byNetwork, strangers, customer })]);
  }

  /** The same at once, for a policy that counts no strangers. */
  waitKnown(name: PolicyName, asking: Omit<Asking, 'knownAs'>): number {
    return this.#factor === 0 ? 0 : this.#take(this.#countedBy(name, asking));
  }

  #take(counted: readonly Counted[]): number {
    const ms = longestWait(counted);
    if (ms === 0) for (const { buckets, key } of counted) buckets.take(key);
    return Math.ceil(ms / 1000);
  }

  #countedBy(name: PolicyName, { networks = [], subject, key = null }: Asking): Counted[] {
    const policy: Policy = POLICIES[name];
    const { network: byNetwork, networkAndSubject: byBoth, key: byKey } = policy;
    const counted: Counted[] = [];
    const count = (limit: string, rate: Rate | undefined, by: string, allowance = 1) => {
      if (rate) counted.push({ buckets: this.#bucketsOf(`${name} ${limit}`, rate, allowance), key: by });
    };
    for (const network of networks) count('network', byNetwork, network.name, network.allowance);
    for (const network of subject?.networks ?? []) {
      count('both', byBoth, `${network.name} ${subject?.name}`, Math.min(network.allowance, MOST_OF_SUBJECT));
    }
    if (key !== null) count('key', byKey, key);
    return counted;
  }

  /** As a customer, or as one of all strangers. */
  #countedAs(
    name: PolicyName,
    { byNetwork, strangers, customer }: { byNetwork: Rate | undefined; strangers: Rate; customer: string | null },
  ): Counted {
    const ofCustomer =
      byNetwork && customer !== null
        ? { buckets: this.#bucketsOf(`${name} customer`, byNetwork), key: customer }
        : null;
    // A cookie can be copied to many networks, so the customer counts as one more network. If other users of the cookie have used
    // that up, the browser has what every stranger has.
    if (ofCustomer && ofCustomer.buckets.wait(ofCustomer.key) === 0) return ofCustomer;
    return { buckets: this.#bucketsOf(`${name} strangers`, strangers), key: '' };
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
