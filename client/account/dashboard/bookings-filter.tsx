import { BOOKING_FILTERS, type BookingFilter } from '#shared/booking/managed-booking.ts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../components/actions.tsx';

export const FILTER_NAMES: Readonly<Record<BookingFilter, string>> = {
  all: 'All',
  upcoming: 'Upcoming',
  completed: 'Done',
  cancelled: 'Canceled or refunded',
};

interface Parts {
  readonly current: BookingFilter;
  readonly counts: Readonly<Record<BookingFilter, number>>;
}

export function BookingsFilter({ current, counts }: Parts) {
  return (
    <nav aria-label="Bookings by state">
      <ul className="mb-6 flex flex-wrap gap-3">
        {BOOKING_FILTERS.map((each) => (
          <li key={each}>
            <Link
              to="/app/bookings"
              search={each === 'all' ? {} : { filter: each }}
              activeOptions={{ exact: true }}
              aria-current={each === current ? 'page' : undefined}
              className={`${buttonClass()} aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft`}
            >
              <span>{FILTER_NAMES[each]}</span> <span className="font-normal tabular-nums">{counts[each]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export interface BookingsQuery {
  readonly filter: BookingFilter;
  readonly page: number;
}

export function readBookingsQuery({ filter, page }: Readonly<Record<string, unknown>>): BookingsQuery {
  return {
    filter: BOOKING_FILTERS.find((each) => each === filter) ?? 'all',
    page: /^[1-9]\d{0,4}$/.test(String(page)) ? Number(page) : 1,
  };
}

/** Without defaults. */
export function bookingsSearch({ filter, page }: BookingsQuery): Partial<BookingsQuery> {
  return { ...(filter !== 'all' && { filter }), ...(page > 1 && { page }) };
}
