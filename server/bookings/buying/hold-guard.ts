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
import type { BookingDependencies } from '../dependencies.ts';

export interface HoldAsking {
  /** Null for the process's own calls, which no limit counts. */
  readonly network: string | null;
  readonly isCustomer: boolean;
  readonly own: string | null;
}

/** The writes that count a new hold, in its transaction. */
export type CountHold = (hold: Omit<NewHold, 'holder'>) => readonly GuardedWrite[];

/** Unpaid holds of one network, and of all strangers. */
const MOST = { 'too-many-holds': 4, 'holds-full': 12 } as const;

interface GuardParts extends Pick<BookingDependencies, 'store' | 'clock'> {
  readonly factor: number;
  readonly sealer: Pick<Sealer, 'signatures'>;
}

/** Limits unpaid holds, so that visitors who never pay can't empty the calendar. */
export class HoldGuard {
  readonly #parts: GuardParts;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** Of requests of one browser that trade one hold at once, the first gets its time; the others are refused as `overtaken`. */
  async hold<Result>(
    { network, isCustomer, own }: HoldAsking,
    claim: (own: string | null, count: CountHold) => Promise<Result>,
  ): Promise<Result> {
    const { store, clock, factor } = this.#parts;
    // The cookie may name a hold that was traded since.
    const latest = own === null ? null : await latestHold(store.db, own);
    const isLimited = !isCustomer && factor > 0 && network !== null;
    // A hold that replaces another counts for the same network, so that a copied cookie changes nothing.
    const holder = isLimited ? (latest?.holder ?? this.#hashOf(network)) : CUSTOMER;
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
}
