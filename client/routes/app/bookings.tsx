import { PageHeading } from '../../components/page-heading.tsx';
import { BookingRows, bookingsQuery, GuestBookings } from '../../account/dashboard/booking-rows.tsx';
import {
  BookingsFilter,
  type BookingsQuery,
  FILTER_NAMES,
  bookingsSearch,
  readBookingsQuery,
} from '../../account/dashboard/bookings-filter.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ButtonLink } from '../../components/actions.tsx';
import { accountPage } from '../../shell/signed-in-page.tsx';

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
