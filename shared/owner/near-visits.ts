import type { PersonalDetails } from '../booking/booking-fields.ts';
import type { BookingView, VISIT_FIELDS } from '../booking/booking-view.ts';
import type { RefundProgress } from '../booking/managed-booking.ts';
import type { BookingPhoto } from '../booking/photos.ts';
import type { CivilDate } from '../civil-date.ts';

/** Null in its users once the customer is forgotten. */
export interface VisitCustomer extends PersonalDetails {
  readonly photos: readonly BookingPhoto[];
}

export interface NearVisit extends Pick<BookingView, (typeof VISIT_FIELDS)[number]> {
  readonly state: 'confirmed' | 'completed' | 'no-show';
  readonly canComplete: boolean;
  /** `none` while any of the money is kept. */
  readonly refund: RefundProgress;
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
