import { lastUsed } from '../../process/last-used.ts';
import { type HoldAsking, HoldShares, type HoldSharesOptions } from './hold-shares.ts';

/** Visitors remembered; those that were idle longest are forgotten first. */
const MOST_VISITORS = 10_000;

interface HoldVisitor {
  /** What they hold by now; their cookie may still name what they held before. */
  booking: string;
  /** Ends when the request before has. */
  turn: Promise<unknown>;
}

/**
 * Keeps a visitor to one hold, also when they send several requests at once: those take turns, and each is told what the
 * one before it came to. Keeps all of them within their shares of the calendar.
 */
export class HoldGuard {
  readonly #shares: HoldShares;
  /** The visitor by every booking they have had lately. */
  readonly #visitors = lastUsed<HoldVisitor>(MOST_VISITORS);

  constructor(options: HoldSharesOptions) {
    this.#shares = new HoldShares(options);
  }

  /** Lets a visitor claim: `claim` is given what they hold and returns what they hold then. Throws `TooManyHolds`. */
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

  /** What the visitor of a booking holds or held last, when all they have sent so far is decided. */
  async latestOf(booking: string): Promise<string> {
    const visitor = this.#visitors.get(booking);
    await visitor?.turn.catch(() => {});
    return visitor?.booking ?? booking;
  }

  /** Notes that a booking was paid. */
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
