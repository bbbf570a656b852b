import { heldBookings } from '#db/queries/bookings/bookings.ts';
import { lruCache } from '../../process/lru-cache.ts';
import type { BookingDependencies } from '../dependencies.ts';

const MOST_KNOWN = 10_000;

/** The client's network, or all strangers together, may have no further unpaid hold. */
export class TooManyHolds extends Error {
  readonly whose: 'network' | 'strangers';
  /** When the first of these holds ends, in milliseconds. */
  readonly until: number;

  constructor(whose: 'network' | 'strangers', until: number) {
    super(`the unpaid holds of ${whose} are as many as may be`);
    this.whose = whose;
    this.until = until;
  }
}

export interface HoldAsking {
  /** Null for the process's own calls, which no limit counts. */
  readonly network: string | null;
  readonly isCustomer: boolean;
  readonly own: string | null;
}

interface HoldVisitor {
  /** Their cookie may still name an earlier one. */
  booking: string;
  turn: Promise<unknown>;
}

/** The network that a hold counts for, or `CUSTOMER`, whose holds aren't counted. */
type Holder = string;

const CUSTOMER: Holder = 'customer';

interface HoldLimit {
  readonly whose: TooManyHolds['whose'];
  readonly most: number;
  /** `other` is undefined for a visitor who is not remembered. */
  readonly counts: (other: Holder | undefined, holder: Holder) => boolean;
}

const OF_NETWORK: HoldLimit = { whose: 'network', most: 4, counts: (other, holder) => other === holder };
const OF_STRANGERS: HoldLimit = { whose: 'strangers', most: 12, counts: (other) => other !== CUSTOMER };

interface GuardParts extends Pick<BookingDependencies, 'store'> {
  readonly factor: number;
}

/** Limits unpaid holds, so that visitors who never pay can't empty the calendar. One request of a browser at a time. */
export class HoldGuard {
  readonly #parts: GuardParts;
  readonly #visitors = lruCache<HoldVisitor>(MOST_KNOWN);
  /** By booking. After a restart, a hold counts as one of a stranger without a network. */
  readonly #holders = lruCache<Holder>(MOST_KNOWN);
  readonly #pending = new Map<Promise<unknown>, Holder>();
  #decided = 0;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** `claim` maps the booking that the visitor holds to the one they hold then. Throws `TooManyHolds`. */
  async hold(asking: HoldAsking, claim: (own: string | null) => Promise<string>): Promise<string> {
    if (asking.own === null) return this.#withinLimits(asking, claim);
    const visitor = this.#visitorOf(asking.own);
    const before = visitor.turn;
    const turn = (async () => {
      await before.catch(() => {});
      const booking = await this.#withinLimits({ ...asking, own: visitor.booking }, claim);
      visitor.booking = booking;
      this.#visitors.set(booking, visitor);
      return booking;
    })();
    visitor.turn = turn;
    return turn;
  }

  /** Once the visitor's pending requests are decided. */
  async latestOf(booking: string): Promise<string> {
    const visitor = this.#visitors.get(booking);
    await visitor?.turn.catch(() => {});
    return visitor?.booking ?? booking;
  }

  async #withinLimits(
    { network, isCustomer, own }: HoldAsking,
    claim: (own: string | null) => Promise<string>,
  ): Promise<string> {
    if (this.#parts.factor === 0 || network === null) return claim(own);
    let holder = isCustomer ? CUSTOMER : network;
    for (;;) {
      const decidedBefore = this.#decided;
      const holds = await this.#standing();
      // A hold that was decided meanwhile may be missing in what was read. No other request runs between the check and the claim.
      if (decidedBefore !== this.#decided) continue;
      const isReplacing = own !== null && holds.delete(own);
      // The new hold counts for the old one's network, so that a copied cookie changes nothing.
      if (isReplacing) holder = this.#holders.get(own) ?? holder;
      if (holder === CUSTOMER) break;
      const limits = isReplacing ? [OF_NETWORK] : [OF_NETWORK, OF_STRANGERS];
      if (limits.every((limit) => this.#hasRoom(limit, holder, holds))) break;
      // Most of a crowd are refused, which leaves room for the others.
      await Promise.race(this.#pending.keys());
    }
    const claimed = claim(own);
    const decided = claimed.then(
      (booking) => this.#holders.has(booking) || this.#holders.set(booking, holder),
      () => {},
    );
    this.#pending.set(decided, holder);
    await decided;
    this.#pending.delete(decided);
    this.#decided += 1;
    return claimed;
  }

  /** False if others must be decided first. Throws `TooManyHolds` when waiting can't help. */
  #hasRoom({ whose, most, counts }: HoldLimit, holder: Holder, holds: ReadonlyMap<string, number>): boolean {
    const isCounted = (other: Holder | undefined) => counts(other, holder);
    const ends = Array.from(holds).flatMap(([booking, until]) => (isCounted(this.#holders.get(booking)) ? until : []));
    const room = most * this.#parts.factor - ends.length;
    if (room <= 0) throw new TooManyHolds(whose, Math.min(...ends));
    return Array.from(this.#pending.values()).filter(isCounted).length < room;
  }

  /** With the ends of their holds, in milliseconds. */
  async #standing(): Promise<Map<string, number>> {
    const held = await heldBookings(this.#parts.store.db);
    return new Map(held.map(({ id, expires_at: until }) => [id, until]));
  }

  #visitorOf(own: string): HoldVisitor {
    const known = this.#visitors.get(own);
    if (known) return known;
    const visitor = { booking: own, turn: Promise.resolve() };
    this.#visitors.set(own, visitor);
    return visitor;
  }
}
