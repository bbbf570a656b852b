import { createFileRoute } from '@tanstack/react-router';
import {
  type BookingsSearch,
  bookingsSearch,
  inRange,
  readBookingsQuery,
} from '../../../../owner/bookings/bookings-search.ts';
import { BookingsFilter } from '../../../../owner/bookings/bookings-filter.tsx';
import { BookingsPager, BookingsTable } from '../../../../owner/bookings/bookings-table.tsx';
import { clampedWords } from '../../../../owner/paged-list.ts';
import { Notice } from '../../../../components/notices/notice.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { readQuery } from '../../../../shell/query/read-query.ts';
import { ownerPage } from '../../../../shell/signed-in-page.tsx';

export const Route = createFileRoute('/app/admin/bookings/')({
  validateSearch: (raw: Record<string, unknown>): BookingsSearch => bookingsSearch(readBookingsQuery(raw)),
  loaderDeps: ({ search }) => ({ asked: readBookingsQuery({ ...search }) }),
  ...ownerPage('Bookings', ['control', 'control', 'control', 'control']),
  loader: async ({ context: { queryClient, rpc }, deps: { asked } }) => {
    const found = await queryClient.fetchQuery(readQuery(rpc, 'allBookings', inRange(asked), { staleTime: 0 }));
    return { query: { ...inRange(asked), page: found.page }, found, clamped: clampedWords(asked, found) };
  },
  component: Bookings,
});

function Bookings() {
  const { query, found, clamped } = Route.useLoaderData();
  const { site } = Route.useRouteContext();
  return (
    <>
      <PageHeading title="Bookings" />
      <BookingsFilter key={JSON.stringify(query)} query={query} />
      {clamped.length === 0 ? null : (
        <div className="mb-4">
          <Notice>
            <p>{clamped.join(' ')}</p>
          </Notice>
        </div>
      )}
      <BookingsTable page={found} query={query} timeZone={site.timeZone} />
      <BookingsPager page={found} query={query} />
    </>
  );
}
