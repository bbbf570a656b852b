import { lastUsed } from '../../process/last-used.ts';
import type { Networks } from '../../web/http/client-address.ts';

/** Addresses watched; those that were left alone longest are forgotten first. */
const MOST_ADDRESSES = 20_000;
/** Wrong passwords for one address within an hour that make an attack, and how many of them one network can add. */
const ATTACK = 50;
const MOST_OF_NETWORK = 5;
/** Each so many wrong passwords for one address within a day, from however few networks, its owner hears of. */
const MANY = 100;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Count {
  /** When counting ends: milliseconds, by a clock that only goes forward. */
  until: number;
  total: number;
}

interface Guesses extends Count {
  readonly byNetwork: Map<string, number>;
}

interface GuessWatchOptions {
  /** How many times the usual number of guesses; 0 for no limit. */
  readonly factor: number;
  /** Milliseconds, only going forward. */
  readonly now: () => number;
}

/**
 * Notices when one account is guessed at: from many networks within an hour, which keeps browsers that are not known from guessing,
 * or often within a day, of which the owner only hears. A single network cannot make an attack, however often it guesses: it has its own
 * limits. Addresses without an account are watched alike, so that nothing tells them apart. Forgets at a restart.
 */
export class GuessWatch {
  readonly #most: number;
  readonly #many: number;
  readonly #now: () => number;
  readonly #guesses = lastUsed<Guesses>(MOST_ADDRESSES);
  readonly #days = lastUsed<Count>(MOST_ADDRESSES);

  constructor({ factor, now }: GuessWatchOptions) {
    this.#most = factor === 0 ? Infinity : ATTACK * factor;
    this.#many = factor === 0 ? Infinity : MANY * factor;
    this.#now = now;
  }

  /** Seconds for which browsers that are not known for this address are kept from guessing; 0 when they are not. */
  wait(address: string): number {
    const guesses = this.#guesses.get(address);
    if (!guesses || guesses.total < this.#most) return 0;
    return Math.max(0, Math.ceil((guesses.until - this.#now()) / 1000));
  }

  /** Counts a wrong password. Returns whether the account's owner should hear of it: it makes an attack, or one of many of a day. */
  wrong(address: string, networks: Networks): boolean {
    const network = networks.at(-1)?.name;
    if (network === undefined) return false;
    const isOneOfMany = this.wrongAtHome(address);
    return this.#makesAttack(address, network) || isOneOfMany;
  }

  /** The same from a browser that is known for the address: it keeps no other browser from guessing. */
  wrongAtHome(address: string): boolean {
    return this.#countOfDay(address) % this.#many === 0;
  }

  /** Whether a wrong password makes an attack, which lasts for an hour from now. */
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
