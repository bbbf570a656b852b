import { queryOptions } from '@tanstack/react-query';
import { type CivilMonth, datesOfMonth } from '#shared/civil-date.ts';
import type { AppRpc } from '#shared/contract.ts';

/** How often a page looks whether a refund has arrived. */
const REFUND_MS = 3000;

/** What may be seen of a booking. It changes with time alone, so a page that is opened asks anew. */
export function managedBookingQuery(rpc: AppRpc, eventId: string) {
  return queryOptions({
    queryKey: ['booking', eventId],
    queryFn: ({ signal }) => rpc.managedBooking({ eventId }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.kind === 'booking' && data.money.refund === 'requested' ? REFUND_MS : false,
  });
}

/** Where a booking can be moved to: from today on, or in a month that lies further ahead. */
export function rescheduleQuery(rpc: AppRpc, eventId: string, month: CivilMonth | null) {
  const dates = month ? datesOfMonth(month) : [];
  const range = month ? { from: dates[0]!, to: dates.at(-1)! } : {};
  return queryOptions({
    queryKey: ['booking', eventId, 'availability', month ?? 'next'],
    queryFn: ({ signal }) => rpc.rescheduleAvailability({ eventId, ...range }, { signal }),
    staleTime: 0,
  });
}
