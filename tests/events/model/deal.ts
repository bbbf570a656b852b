import type { CivilDate } from '#shared/civil-date.ts';
import type { Claim } from '#shared/booking/session-type.ts';

/** Money of a customer, as the shopkeeper knows of it. */
export interface Payment {
  readonly isRight: boolean;
  isKnown: boolean;
  refund: 'none' | 'asked' | 'done';
}

/** What was agreed with a customer, and what became of it. */
export interface Deal {
  date: CivilDate;
  claim: Claim;
  readonly until: number;
  status: 'held' | 'expired' | 'confirmed' | 'refunded' | 'cancelled' | 'forfeited' | 'completed' | 'no-show';
  isTraded: boolean;
  wasConfirmed: boolean;
  /** The last date of free changes, counted from the calendar's first; -1 when there is none. */
  freeThrough: number;
  isFinal: boolean;
  /** When the owner recorded what became of it; null when nothing is recorded. */
  recordedAt: number | null;
  readonly checkouts: Set<string>;
  readonly payments: Payment[];
}
