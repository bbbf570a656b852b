/** Visits of today and tomorrow, as the owner's pages show them. */
import type { PersonalDetails } from '../booking/booking-fields.ts';
import type { BookingView, VISIT_FIELDS } from '../booking/booking-view.ts';
import type { RefundProgress } from '../booking/managed-booking.ts';
import type { BookingPhoto } from '../booking/photos.ts';
import type { CivilDate } from '../civil-date.ts';

export interface VisitCustomer extends PersonalDetails {
  readonly photos: readonly BookingPhoto[];
}

export interface NearVisit extends Pick<BookingView, (typeof VISIT_FIELDS)[number]> {
  readonly state: 'confirmed' | 'completed' | 'no-show';
  readonly canComplete: boolean;
  /** How far all of the money has gone back; `none` while any of it is kept. */
  readonly refund: RefundProgress;
  /** Null once the customer's data is deleted. */
  readonly customer: VisitCustomer | null;
}

export interface DayVisits {
  readonly date: CivilDate;
  readonly visits: readonly NearVisit[];
}

export interface NearVisits {
  readonly today: CivilDate;
  readonly days: readonly DayVisits[];
}
