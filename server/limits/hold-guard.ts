import { LRUCache } from 'lru-cache';
import type { Networks } from '../http/client-address.ts';

/** Visitors and networks remembered; those that were idle longest are forgotten first. */
const MOST_KNOWN = 10_000;

/** A network has as many unpaid holds standing as it may. */
export class TooManyHolds extends Error {}

interface HoldGuardOptions {
  /** Unpaid holds that a client's narrowest network may have standing; a wider one may have a multiple. */
  readonly most: number;
  /** Whether a booking is held and neither paid nor lapsed. */
  readonly isStanding: (booking: string) => boolean;
}

interface HoldVisitor {
  /** What they hold by now; their cookie may still name what they held before. */
  booking: string;
  /** Ends when the request before has. */
  turn: Promise<unknown>;
}

/** Holds of one network: those made, and the attempts at one more that are being decided; each ends without an error. */
interface Standing {
  readonly most: number;
  readonly bookings: Set<string>;
  readonly coming: Set<Promise<unknown>>;
}

interface Asking {
  readonly networks: Networks;
  /** The booking that the visitor's cookie names. */
  readonly own: string | null;
}

/**
 * Keeps a visitor to one hold, also when they send several requests at once: those take turns, and each is told what the
 * one before it came to. Keeps a network to `most` unpaid holds: an attempt that might be one too many waits until those before
 * it are decided, for most of a crowd come to nothing. Knows only this process, which is the only one there is.
 */
export class HoldGuard {
  readonly #most: number;
  readonly #isStanding: (booking: string) => boolean;
  /** The visitor by every booking they have had lately. */
  readonly #visitors = new LRUCache<string, HoldVisitor>({ max: MOST_KNOWN });
  readonly #networks = new LRUCache<string, Standing>({ max: MOST_KNOWN });

  constructor({ most, isStanding }: HoldGuardOptions) {
    this.#most = most;
    this.#isStanding = isStanding;
  }

  /** Lets a visitor claim: `claim` is given what they hold and answers what they hold then. Throws `TooManyHolds`. */
  async hold({ networks, own }: Asking, claim: (own: string | null) => Promise<string>): Promise<string> {
    if (own === null) return this.#counted(networks, null, claim);
    const visitor = this.#visitorOf(own);
    const before = visitor.turn;
    const turn = (async () => {
      await before.catch(() => {});
      const booking = await this.#counted(networks, visitor.booking, claim);
      visitor.booking = booking;
      this.#visitors.set(booking, visitor);
      return booking;
    })();
    visitor.turn = turn;
    return turn;
  }

  /** What the visitor of a booking holds or held last, when all they have sent so far is decided. */
  async latestOf(booking: string): Promise<string> {
    const visitor = this.#visitors.get(booking);
    await visitor?.turn.catch(() => {});
    return visitor?.booking ?? booking;
  }

  #visitorOf(own: string): HoldVisitor {
    const known = this.#visitors.get(own);
    if (known) return known;
    const visitor = { booking: own, turn: Promise.resolve() };
    this.#visitors.set(own, visitor);
    return visitor;
  }

  async #counted(
    networks: Networks,
    own: string | null,
    claim: (own: string | null) => Promise<string>,
  ): Promise<string> {
    const all = networks.map(({ name, allowance }) => this.#standingOf(name, this.#most * allowance));
    // Keeping or trading a hold leaves no more of them standing.
    const isOneMore = own === null || !this.#isStanding(own);
    // Between the last look and the claim nobody else gets a turn.
    for (;;) {
      const full = isOneMore ? all.find((standing) => !this.#hasRoom(standing)) : undefined;
      if (!full) break;
      await Promise.race(full.coming);
    }
    const claimed = claim(own);
    const decided = claimed.then(
      (booking) => all.every(({ bookings }) => bookings.add(booking)),
      () => {},
    );
    if (isOneMore) for (const { coming } of all) coming.add(decided);
    await decided;
    for (const { coming } of all) coming.delete(decided);
    return claimed;
  }

  /** Whether one more can be let in now, or only once others are decided. Throws `TooManyHolds` when that is no use. */
  #hasRoom({ most, bookings, coming }: Standing): boolean {
    if (bookings.size + coming.size < most) return true;
    for (const booking of bookings) if (!this.#isStanding(booking)) bookings.delete(booking);
    if (bookings.size >= most) throw new TooManyHolds();
    return bookings.size + coming.size < most;
  }

  #standingOf(network: string, most: number): Standing {
    const known = this.#networks.get(network);
    if (known) return known;
    const standing = { most, bookings: new Set<string>(), coming: new Set<Promise<unknown>>() };
    this.#networks.set(network, standing);
    return standing;
  }
}
