import { lruCache } from '../../process/lru-cache.ts';
import { type HoldAsking, HoldShares, type HoldSharesOptions } from './hold-shares.ts';

/** Number of visitors remembered; the longest idle ones are forgotten first. */
const MOST_VISITORS = 10_000;

interface HoldVisitor {
  /** The booking they hold now; their cookie may still name an earlier one. */
  booking: string;
  /** Resolves when the previous request has ended. */
  turn: Promise<unknown>;
}

/**
 * Limits a visitor to one hold, even when they send several requests at once: these run one after another, each with the result
 * of the one before. Also keeps all visitors within their shares of the calendar.
 */
export class HoldGuard {
  readonly #shares: HoldShares;
  /** Visitors by each of their recent bookings. */
  readonly #visitors = lruCache<HoldVisitor>(MOST_VISITORS);

  constructor(options: HoldSharesOptions) {
    this.#shares = new HoldShares(options);
  }

  /** Runs a visitor's claim: `claim` receives the booking they hold and returns the one they hold then. Throws `TooManyHolds`. */
  async hold(asking: HoldAsking, claim: (own: string | null) => Promise<string>): Promise<string> {
    if (asking.own === null) return this.#shares.within(asking, claim);
    const visitor = this.#visitorOf(asking.own);
    const before = visitor.turn;
    const turn = (async () => {
      await before.catch(() => {});
      const booking = await this.#shares.within({ ...asking, own: visitor.booking }, claim);
      visitor.booking = booking;
      this.#visitors.set(booking, visitor);
      return booking;
    })();
    visitor.turn = turn;
    return turn;
  }

  /** The booking that the visitor of a booking holds or held last, after all their pending requests are decided. */
  async latestOf(booking: string): Promise<string> {
    const visitor = this.#visitors.get(booking);
    await visitor?.turn.catch(() => {});
    return visitor?.booking ?? booking;
  }

  /** Records that a booking was paid. */
  paid(booking: string): void {
    this.#shares.paid(booking);
  }

  #visitorOf(own: string): HoldVisitor {
    const known = this.#visitors.get(own);
    if (known) return known;
    const visitor = { booking: own, turn: Promise.resolve() };
    this.#visitors.set(own, visitor);
    return visitor;
  }
}
