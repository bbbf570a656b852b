import { lruCache } from '../../process/lru-cache.ts';
import type { Networks } from '../../web/http/client-address.ts';

/** Number of addresses watched; the longest idle ones are forgotten first. */
const MOST_ADDRESSES = 20_000;
/** Wrong passwords for one address within an hour that count as an attack, and how many of them one network can add. */
const ATTACK = 50;
const MOST_OF_NETWORK = 5;
/** The owner is told after each this many wrong passwords for one address within a day, from any number of networks. */
const MANY = 100;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Count {
  /** When counting ends, in milliseconds of a monotonic clock. */
  until: number;
  total: number;
}

interface Guesses extends Count {
  readonly byNetwork: Map<string, number>;
}

interface GuessWatchOptions {
  /** Multiplier of the usual number of guesses; 0 for no limit. */
  readonly factor: number;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Detects password guessing against one account. Many networks within an hour count as an attack, which blocks browsers that are
 * not known for the account; many wrong passwords within a day are only reported to the owner. A single network cannot cause an
 * attack: it has its own limits. Addresses without an account are watched the same way, so that responses do not differ. In
 * memory only: a restart resets it.
 */
export class GuessWatch {
  readonly #most: number;
  readonly #many: number;
  readonly #now: () => number;
  readonly #guesses = lruCache<Guesses>(MOST_ADDRESSES);
  readonly #days = lruCache<Count>(MOST_ADDRESSES);

  constructor({ factor, now }: GuessWatchOptions) {
    this.#most = factor === 0 ? Infinity : ATTACK * factor;
    this.#many = factor === 0 ? Infinity : MANY * factor;
    this.#now = now;
  }

  /** Seconds for which browsers that are not known for this address are blocked; 0 when they are not. */
  wait(address: string): number {
    const guesses = this.#guesses.get(address);
    if (!guesses || guesses.total < this.#most) return 0;
    return Math.max(0, Math.ceil((guesses.until - this.#now()) / 1000));
  }

  /**
   * Counts a wrong password. Returns whether the account's owner should be told: an attack began, or another hundred of the day
   * is reached.
   */
  wrong(address: string, networks: Networks): boolean {
    const network = networks.at(-1)?.name;
    if (network === undefined) return false;
    const isOneOfMany = this.wrongAtHome(address);
    return this.#makesAttack(address, network) || isOneOfMany;
  }

  /** Counts a wrong password from a browser that is known for the address: it blocks no other browser. */
  wrongAtHome(address: string): boolean {
    return this.#countOfDay(address) % this.#many === 0;
  }

  /** Whether a wrong password starts an attack, which lasts for an hour. */
  #makesAttack(address: string, network: string): boolean {
    const guesses = this.#guessesOf(address);
    const ofNetwork = guesses.byNetwork.get(network) ?? 0;
    if (ofNetwork >= MOST_OF_NETWORK || guesses.total >= this.#most) return false;
    guesses.byNetwork.set(network, ofNetwork + 1);
    guesses.total += 1;
    if (guesses.total < this.#most) return false;
    guesses.until = this.#now() + HOUR_MS;
    return true;
  }

  #countOfDay(address: string): number {
    const known = this.#days.get(address);
    const isOfToday = known !== undefined && this.#now() < known.until;
    const count = isOfToday ? known : { until: this.#now() + DAY_MS, total: 0 };
    if (!isOfToday) this.#days.set(address, count);
    count.total += 1;
    return count.total;
  }

  #guessesOf(address: string): Guesses {
    const known = this.#guesses.get(address);
    if (known && this.#now() < known.until) return known;
    const guesses = { until: this.#now() + HOUR_MS, total: 0, byNetwork: new Map<string, number>() };
    this.#guesses.set(address, guesses);
    return guesses;
  }
}
