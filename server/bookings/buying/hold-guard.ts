import type { GuardedWrite } from '#db/change.ts';
import {
  CUSTOMER,
  type HoldLimit,
  type HoldRefusal,
  type NewHold,
  countHold,
  firstEnd,
  latestHold,
} from '#db/queries/bookings/unpaid-holds.ts';
import type { Sealer } from '../../web/http/sealing.ts';
import { lruCache } from '../../process/lru-cache.ts';
import type { BookingDependencies } from '../dependencies.ts';

const MOST_KNOWN = 10_000;

export interface HoldAsking {
  /** Null for the process's own calls, which no limit counts. */
  readonly network: string | null;
  readonly isCustomer: boolean;
  readonly own: string | null;
}

/** The writes that count a new hold, in its transaction. */
export type CountHold = (hold: Omit<NewHold, 'holder'>) => readonly GuardedWrite[];

type Claim = (own: string | null, count: CountHold) => Promise<string>;

interface HoldVisitor {
  /** Their cookie may still name an earlier one. */
  booking: string;
  turn: Promise<unknown>;
}

/** Unpaid holds of one network, and of all strangers. */
const MOST = { 'too-many-holds': 4, 'holds-full': 12 } as const;

interface GuardParts extends Pick<BookingDependencies, 'store' | 'clock'> {
  readonly factor: number;
  readonly sealer: Pick<Sealer, 'signatures'>;
}

/** Limits unpaid holds, so that visitors who never pay can't empty the calendar. One request of a browser at a time. */
export class HoldGuard {
  readonly #parts: GuardParts;
  readonly #visitors = lruCache<HoldVisitor>(MOST_KNOWN);

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** `claim` maps the booking that the visitor holds to the one they hold then. */
  async hold(asking: HoldAsking, claim: Claim): Promise<string> {
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

  async #withinLimits({ network, isCustomer, own }: HoldAsking, claim: Claim): Promise<string> {
    const { store, clock, factor } = this.#parts;
    if (factor === 0 || network === null) return claim(own, () => []);
    // Another machine may have traded it.
    const latest = own === null ? null : await latestHold(store.db, own);
    // A hold that replaces another counts for the same network, so that a copied cookie changes nothing.
    const holder = isCustomer ? CUSTOMER : (latest?.holder ?? this.#hashOf(network));
    return claim(latest?.booking ?? null, (hold) => {
      const limits = Object.entries(MOST).map(([refusal, most]): HoldLimit => {
        return { refusal: refusal as HoldRefusal, most: most * factor };
      });
      return countHold(store.db, { ...hold, holder }, holder === CUSTOMER ? [] : limits, clock.now());
    });
  }

  /** When the first of the holds that count ends, in milliseconds. */
  roomFrom(refusal: HoldRefusal, network: string): Promise<number | null> {
    const { store, clock } = this.#parts;
    return firstEnd(store.db, refusal, this.#hashOf(network), clock.now());
  }

  #hashOf(network: string): string {
    return this.#parts.sealer.signatures('holder', network)[0]!.slice(0, 16);
  }

  #visitorOf(own: string): HoldVisitor {
    const known = this.#visitors.get(own);
    if (known) return known;
    const visitor = { booking: own, turn: Promise.resolve() };
    this.#visitors.set(own, visitor);
    return visitor;
  }
}
