import { createFileRoute } from '@tanstack/react-router';
import { readBookingsQuery, readBookingsSearch } from '../../../../owner/list-search.ts';
import { BookingsFilter } from '../../../../owner/bookings/bookings-filter.tsx';
import { BookingsTable } from '../../../../owner/bookings/bookings-table.tsx';
import { Pager } from '../../../../owner/filter-bar.tsx';
import { PageHeading } from '../../../../components/page.tsx';
import { readQuery } from '../../../../shell/query/query-client.ts';
import { ownerPage } from '../../../../shell/signed-in-page.tsx';

export const Route = createFileRoute('/app/admin/bookings/')({
  validateSearch: readBookingsSearch,
  loaderDeps: ({ search }) => ({ query: readBookingsQuery({ ...search }) }),
  ...ownerPage('Bookings', ['control', 'control', 'control', 'control']),
  loader: async ({ context: { queryClient, rpc }, deps: { query } }) => {
    const found = await queryClient.fetchQuery(readQuery(rpc, 'allBookings', query, { staleTime: 0 }));
    return { query: { ...query, page: found.page }, found };
  },
  component: Bookings,
});

function Bookings() {
  const { query, found } = Route.useLoaderData();
  const { site } = Route.useRouteContext();
  return (
    <>
      <PageHeading title="Bookings" />
      <BookingsFilter key={JSON.stringify(query)} query={query} />
      <BookingsTable page={found} query={query} timeZone={site.timeZone} />
      <Pager {...found} />
    </>
  );
}
