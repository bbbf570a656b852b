import type { BookingView, LISTED_FIELDS } from '../booking/booking-view.ts';
import type { ListPage } from '../list-page.ts';
import type { PaidState } from '../booking/managed-booking.ts';

export const BOOKINGS_PATH = '/app/admin/bookings';

export type ListedState = BookingView['state'];

export const PAID_STATES = [
  'confirmed',
  'completed',
  'no-show',
  'cancelled',
  'forfeited',
  'refunded',
] as const satisfies readonly PaidState[];

export const STATE_NAMES: Readonly<Record<ListedState, string>> = {
  held: 'Held, not paid',
  expired: 'Never paid',
  confirmed: 'Booked',
  cancelled: 'Canceled',
  forfeited: 'Canceled late',
  // Or a payment arrived when the time was gone. Other refunds leave the state.
  refunded: 'Canceled or paid late, refunded',
  completed: 'Done',
  'no-show': 'No-show',
};

/** `paid`: all that were ever paid. */
export const BOOKINGS_FILTERS = ['paid', ...PAID_STATES, 'held', 'expired'] as const satisfies readonly (
  | 'paid'
  | ListedState
)[];
export type BookingsFilter = (typeof BOOKINGS_FILTERS)[number];

export const BOOKINGS_LIMITS = { pageSize: 50, page: 1_000_000, search: 200 } as const;

export interface BookingsQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  readonly state: BookingsFilter;
}

export type ListedBooking = Pick<BookingView, (typeof LISTED_FIELDS)[number]>;

export interface BookingsPage extends ListPage {
  readonly bookings: readonly ListedBooking[];
  readonly pageSize: number;
}
