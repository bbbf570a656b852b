import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, createFileRoute, notFound } from '@tanstack/react-router';
import { managedBookingQuery } from '../../../manage/booking-queries.ts';
import { Outsider } from '../../../manage/outsider.tsx';

/** All pages about one booking: whoever may not see it is told the same on each of them. */
export const Route = createFileRoute('/booking/$eventId')({
  loader: async ({ context: { queryClient, rpc }, params: { eventId } }) => {
    const { kind } = await queryClient.fetchQuery(managedBookingQuery(rpc, eventId));
    // One that nobody has and one that is somebody else's look the same.
    if (kind === 'locked') throw notFound();
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
  const { data } = useSuspenseQuery(managedBookingQuery(rpc, eventId));
  return data.kind === 'booking' ? <Outlet /> : <Outsider kind={data.kind} site={site} />;
}

function Locked() {
  const { site } = Route.useRouteContext();
  return <Outsider kind="locked" site={site} />;
}
