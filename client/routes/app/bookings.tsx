import { PageHeading, ButtonLink, buttonClass } from '../../components/page.tsx';
import { BookingRows, bookingsQuery, GuestBookings } from '../../account/dashboard/booking-rows.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { accountPage } from '../../shell/signed-in-page.tsx';
import { BOOKING_FILTERS, type BookingFilter } from '#shared/booking/managed-booking.ts';

export const Route = createFileRoute('/app/bookings')({
  validateSearch: (raw: Record<string, unknown>): Partial<BookingsQuery> => bookingsSearch(readBookingsQuery(raw)),
  // The router keeps invalid search parameters.
  loaderDeps: ({ search }) => readBookingsQuery({ ...search }),
  ...accountPage('All bookings', ['control', 'text', 'text', 'text'], 'Looking up your bookings…'),
  loader: async ({ context: { queryClient, rpc }, deps: { filter, page } }) => {
    await queryClient.fetchQuery(bookingsQuery(rpc, filter, page));
  },
  component: Bookings,
});

function Bookings() {
  const { rpc, user } = Route.useRouteContext();
  const { filter, page: asked } = Route.useLoaderDeps();
  const { data } = useSuspenseQuery(bookingsQuery(rpc, filter, asked));
  const { rows, counts, page, pages } = data;
  return (
    <>
      <PageHeading title="All bookings" />
      <BookingsFilter current={filter} counts={counts} />
      <section aria-labelledby="bookings">
        <h2 id="bookings" className="sr-only">
          {FILTER_NAMES[filter]}
        </h2>
        <BookingRows rows={rows} ifNone={{ title: 'Nothing here', text: 'You have no bookings in this list.' }} />
      </section>
      {pages > 1 ? (
        <nav aria-label="Pages" className="mt-5 flex flex-wrap items-center gap-3">
          {page > 1 ? (
            <ButtonLink to="/app/bookings" search={{ filter, page: page - 1 }}>{`Back to page ${page - 1}`}</ButtonLink>
          ) : null}
          <span>{`Page ${page} of ${pages}`}</span>
          {page < pages ? (
            <ButtonLink to="/app/bookings" search={{ filter, page: page + 1 }}>{`On to page ${page + 1}`}</ButtonLink>
          ) : null}
        </nav>
      ) : null}
      <div className="mt-8">
        <GuestBookings user={user} />
      </div>
    </>
  );
}

const FILTER_NAMES: Readonly<Record<BookingFilter, string>> = {
  all: 'All',
  upcoming: 'Upcoming',
  completed: 'Done',
  cancelled: 'Canceled or refunded',
};

interface Parts {
  readonly current: BookingFilter;
  readonly counts: Readonly<Record<BookingFilter, number>>;
}

function BookingsFilter({ current, counts }: Parts) {
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

interface BookingsQuery {
  readonly filter: BookingFilter;
  readonly page: number;
}

function readBookingsQuery({ filter, page }: Readonly<Record<string, unknown>>): BookingsQuery {
  return {
    filter: BOOKING_FILTERS.find((each) => each === filter) ?? 'all',
    page: /^[1-9]\d{0,4}$/.test(String(page)) ? Number(page) : 1,
  };
}

/** Without defaults. */
function bookingsSearch({ filter, page }: BookingsQuery): Partial<BookingsQuery> {
  return { ...(filter !== 'all' && { filter }), ...(page > 1 && { page }) };
}
