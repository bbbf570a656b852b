import { PageHeading } from '../../components/page-heading.tsx';
import { BookingRowsSkeleton } from './booking-rows.tsx';
import { BookingsFilterSkeleton } from './bookings-filter.tsx';

/** Skeleton of the list of all bookings. */
export function BookingsSkeleton() {
  return (
    <>
      <PageHeading title="All bookings" />
      <output className="sr-only">Looking up your bookings…</output>
      <BookingsFilterSkeleton />
      <BookingRowsSkeleton />
    </>
  );
}
