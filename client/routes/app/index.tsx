import { PageHeading } from '../../components/page-heading.tsx';
import {
  BookingRows,
  BookingRowsSkeleton,
  dashboardQuery,
  GuestBookings,
} from '../../account/dashboard/booking-rows.tsx';
import { MetricCards, MetricCardsSkeleton } from '../../account/dashboard/metric-cards.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { formatCount } from '#shared/format-count.ts';
import { ButtonLink } from '../../components/actions.tsx';
import type { Dashboard as DashboardData } from '#shared/booking/managed-booking.ts';
import { titleHead } from '../../shell/page-head.ts';
import { AppError } from '../../shell/screens/app-error.tsx';
import { guard } from '../../shell/session.ts';

export const Route = createFileRoute('/app/')({
  beforeLoad: guard,
  loader: async ({ context: { queryClient, rpc } }) => {
    await queryClient.fetchQuery(dashboardQuery(rpc));
  },
  head: titleHead('Your visits'),
  // SPEC.md section 2.
  pendingMs: 200,
  pendingComponent: DashboardSkeleton,
  errorComponent: AppError,
  component: Dashboard,
});

function Dashboard() {
  const { rpc, user } = Route.useRouteContext();
  const { data } = useSuspenseQuery(dashboardQuery(rpc));
  return (
    <>
      <PageHeading title="Your visits" />
      <MetricCards cards={data.cards} />
      <section aria-labelledby="bookings" className="mt-10 mb-8">
        <h2 id="bookings" className="mb-4 text-2xl">
          Bookings
        </h2>
        <Bookings {...data} />
      </section>
      <GuestBookings user={user} />
    </>
  );
}

function Bookings({ rows, total }: Pick<DashboardData, 'rows' | 'total'>) {
  return (
    <>
      <BookingRows
        rows={rows}
        ifNone={{
          title: 'No bookings yet',
          text: 'Your visits show up here, each with the last day to move or cancel it for free.',
        }}
      />
      {total > 0 ? (
        <p className="mt-5">
          <ButtonLink to="/app/bookings">
            {total > rows.length ? `All ${formatCount(total)} bookings` : 'All bookings'}
          </ButtonLink>
        </p>
      ) : null}
    </>
  );
}

/** SPEC.md section 2. */
function DashboardSkeleton() {
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
