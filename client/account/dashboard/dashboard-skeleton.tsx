import { PageHeading } from '../../components/page-heading.tsx';
import { BookingRowsSkeleton } from './booking-rows.tsx';
import { MetricCardsSkeleton } from './metric-cards.tsx';

/** Skeleton: three cards and five rows (SPEC.md section 2). */
export function DashboardSkeleton() {
  return (
    <>
      <PageHeading title="Your visits" />
      <output className="sr-only">Looking up your bookings…</output>
      <MetricCardsSkeleton />
      <div className="mt-10">
        <BookingRowsSkeleton />
      </div>
    </>
  );
}
