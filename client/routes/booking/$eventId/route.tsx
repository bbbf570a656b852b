import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, createFileRoute } from '@tanstack/react-router';
import { useReloadOnReturn } from '../../../account/use-reload-on-return.ts';
import { isUnknownBooking, managedBookingQuery, orNotFound } from '../../../manage/booking-queries.ts';
import { NoAccess } from '../../../manage/no-access.tsx';

/** Layout of all pages about one booking: each shows a visitor without access the same screen. */
export const Route = createFileRoute('/booking/$eventId')({
  loader: async ({ context: { queryClient, rpc }, params: { eventId } }) => {
    await orNotFound(queryClient.fetchQuery(managedBookingQuery(rpc, eventId)));
  },
  head: ({ match }) => ({
    meta: [{ title: `Your visit · ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: BookingPages,
  notFoundComponent: Locked,
});

function BookingPages() {
  const { rpc, site } = Route.useRouteContext();
  const { eventId } = Route.useParams();
  useReloadOnReturn();
  const { data, error } = useSuspenseQuery(managedBookingQuery(rpc, eventId));
  // Access may have ended since the page was opened.
  if (isUnknownBooking(error)) return <NoAccess kind="locked" site={site} />;
  return data.kind === 'booking' ? <Outlet /> : <NoAccess kind="replaced" site={site} />;
}

function Locked() {
  const { site } = Route.useRouteContext();
  return <NoAccess kind="locked" site={site} />;
}
