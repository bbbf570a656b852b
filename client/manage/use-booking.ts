import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ManagedBooking } from '#shared/booking/managed-booking.ts';
import { managedBookingQuery } from './booking-queries.ts';

const route = getRouteApi('/booking/$eventId');

/** The page's booking. The route renders the page only with access to it. */
export function useBooking(): ManagedBooking {
  const { rpc } = route.useRouteContext();
  const { eventId } = route.useParams();
  const { data } = useSuspenseQuery(managedBookingQuery(rpc, eventId));
  if (data.kind !== 'booking') throw new Error('a page about a booking without one');
  return data;
}
