/** Visits of today and tomorrow, as the owner's pages show them. */
import type { RefundProgress } from '../booking/managed-booking.ts';
import type { BookingPhoto } from '../booking/photos.ts';
import type { Slot } from '../booking/availability.ts';
import type { CivilDate } from '../civil-date.ts';

/** How to reach the customer of a visit, and what to know on the way there. */
export interface VisitCustomer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly notes: string;
  readonly photos: readonly BookingPhoto[];
}

export interface NearVisit extends Slot {
  readonly eventId: string;
  readonly state: 'confirmed' | 'completed' | 'no-show';
  /** Whether it has begun and can be recorded as done. */
  readonly canComplete: boolean;
  readonly area: string;
  /** Cents. */
  readonly price: number;
  /** Whether the customer pays or paid the owner directly. */
  readonly isPaidOutside: boolean;
  /** How far all of the money has gone back; `none` while any of it is kept. */
  readonly refund: RefundProgress;
  /** Slugs of services. */
  readonly tasks: readonly string[];
  /** Null once the customer's data is deleted. */
  readonly customer: VisitCustomer | null;
}

/** The visits of one date, in order. */
export interface DayVisits {
  readonly date: CivilDate;
  readonly visits: readonly NearVisit[];
}

export interface NearVisits {
  /** Today's date in the business time zone. */
  readonly today: CivilDate;
  /** Today and tomorrow, each with its visits in order. */
  readonly days: readonly DayVisits[];
}
