import { PageHeading, ButtonLink, TextLink, Bar } from '../../components/page.tsx';
import {
  BookingRows,
  BookingRowsSkeleton,
  dashboardQuery,
  GuestBookings,
} from '../../account/dashboard/booking-rows.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { formatCount } from '#shared/format-count.ts';
import type { Dashboard as DashboardData, DashboardCards } from '#shared/booking/managed-booking.ts';
import { titleHead } from '../../shell/page-head.ts';
import { AppError } from '../../shell/screens/app-error.tsx';
import { guard } from '../../shell/session.ts';
import type { ReactNode } from 'react';
import { shortDate } from '#shared/civil-date.ts';
import { claimHours } from '#shared/booking/hours.ts';
import { formatCents } from '#shared/money.ts';
import { refundsNote } from '../../wording/booking-states.ts';

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

function MetricCards({ cards }: { readonly cards: DashboardCards }) {
  const { nextVisit, freeChanges, money } = cards;
  return (
    <MetricRow>
      <Metric
        term="Next visit"
        value={nextVisit ? shortDate(nextVisit.date) : 'None booked'}
        note={
          nextVisit ? (
            <span>
              <span>{claimHours(nextVisit.claim)}</span>, <span>{nextVisit.area}</span>.{' '}
              <TextLink to="/booking/$eventId" params={{ eventId: nextVisit.eventId }}>
                See it
              </TextLink>
            </span>
          ) : (
            <TextLink to="/book">See open times</TextLink>
          )
        }
      />
      <Metric
        term="Free changes until"
        value={freeChanges?.freeChangesThrough ? shortDate(freeChanges.freeChangesThrough) : 'Nothing to change'}
        note={
          freeChanges ? (
            <span>
              11:59 pm, for your visit on <span>{shortDate(freeChanges.date)}</span>.{' '}
              <TextLink to="/booking/$eventId" params={{ eventId: freeChanges.eventId }}>
                Move or cancel it
              </TextLink>
            </span>
          ) : nextVisit ? (
            'It’s too late to move what you booked, or to cancel it for free.'
          ) : (
            'Once you’ve booked, the last day for free changes shows up here.'
          )
        }
      />
      <Metric term="Paid" value={formatCents(money.paidCents)} note={refundsNote(money)} />
    </MetricRow>
  );
}

function MetricRow({ children }: { readonly children: ReactNode }) {
  return (
    <div className="rounded-sheet border border-edge bg-sheet p-1.5">
      <dl className="grid grid-cols-1 border border-ink sm:grid-cols-3 sm:[&>*+*]:border-l max-sm:[&>*+*]:border-t [&>*+*]:border-line">
        {children}
      </dl>
    </div>
  );
}

function Metric({ term, value, note }: { term: string; value: ReactNode; note: ReactNode }) {
  return (
    <div className="min-w-0 px-4 py-4 sm:px-5">
      <dt className="text-sm text-pencil">{term}</dt>
      <dd className="mt-1 font-heading text-2xl leading-tight font-semibold tabular-nums">{value}</dd>
      <dd className="mt-2 text-sm text-pencil">{note}</dd>
    </div>
  );
}

function MetricCardsSkeleton() {
  return (
    <div aria-hidden="true">
      <MetricRow>
        {[0, 1, 2].map((card) => (
          <div key={card} data-skeleton="card" className="px-4 py-4 sm:px-5">
            <Bar className="h-4 w-1/3" />
            <Bar className="mt-2 h-7 w-2/3" />
            <Bar className="mt-3 h-4 w-full" />
          </div>
        ))}
      </MetricRow>
    </div>
  );
}
