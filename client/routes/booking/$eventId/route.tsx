import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, createFileRoute } from '@tanstack/react-router';
import { FROM_LINK, UNKNOWN_BOOKING } from '#shared/booking/managed-booking.ts';
import { isUnknownBooking, managedBookingQuery, orNotFound } from '../../../manage/booking-queries.ts';
import { NoAccess } from '../../../manage/no-access.tsx';

/** Each page shows a visitor without access the same screen. */
export const Route = createFileRoute('/booking/$eventId')({
  validateSearch: (raw: Record<string, unknown>): { [FROM_LINK]?: string } =>
    typeof raw[FROM_LINK] === 'string' ? { [FROM_LINK]: '' } : {},
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
  const { data, error } = useSuspenseQuery(managedBookingQuery(rpc, eventId));
  // Access may have ended since the page was opened.
  if (isUnknownBooking(error)) return <Locked />;
  return data.kind === 'booking' ? <Outlet /> : <NoAccess kind={data.kind} site={site} />;
}

function Locked() {
  const { site } = Route.useRouteContext();
  const { eventId } = Route.useParams();
  const isFromLink = FROM_LINK in Route.useSearch();
  if (isFromLink) return <NoAccess kind="blocked" site={site} />;
  return <NoAccess kind={eventId === UNKNOWN_BOOKING ? 'ended' : 'locked'} site={site} />;
}
