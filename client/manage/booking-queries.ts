import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, notFound, useNavigate } from '@tanstack/react-router';
import type { ManagedBooking, RefundProgress, VisitMoney } from '#shared/booking/managed-booking.ts';
import type { DayAvailability, Slot } from '#shared/booking/availability.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { unitsOf } from '#shared/booking/session-type.ts';
import { lookAgainMs } from '../shell/query/query-client.ts';
import { useToast } from '../shell/toasts/toasts.tsx';

function refundsOf({ refund, surplus }: VisitMoney): RefundProgress[] {
  return surplus ? [refund, surplus.refund] : [refund];
}

export function isUnknownBooking(error: unknown): boolean {
  return error instanceof RpcError && error.refusal === 'unknown-booking';
}

export async function orNotFound<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (isUnknownBooking(error)) throw notFound();
    throw error;
  }
}

export function managedBookingQuery(rpc: AppRpc, eventId: string) {
  return queryOptions({
    queryKey: ['booking', eventId],
    queryFn: ({ signal }) => rpc.managedBooking({ eventId }, { signal }),
    // What can be changed for free depends on the time, and access may end.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.kind === 'booking' ? lookAgainMs(refundsOf(data.money)) : false),
  });
}

export function rescheduleQuery(rpc: AppRpc, eventId: string) {
  return queryOptions({
    queryKey: ['booking', eventId, 'availability'],
    queryFn: ({ signal }) => rpc.rescheduleAvailability({ eventId }, { signal }),
    // Open times are sold at any time.
    staleTime: 0,
  });
}

/** In days that do not show it, such as streamed changes. */
export function withOwnTime(days: readonly DayAvailability[], { date, claim }: Slot): DayAvailability[] {
  const own = Object.fromEntries(unitsOf(claim).map((unit) => [unit, 'visit' as const]));
  return days.map((day) => (day.date === date ? { ...day, ...own } : day));
}

const route = getRouteApi('/booking/$eventId');

/** The route renders the page only with access to it. */
export function useBooking(): ManagedBooking {
  const { rpc } = route.useRouteContext();
  const { eventId } = route.useParams();
  const { data } = useSuspenseQuery(managedBookingQuery(rpc, eventId));
  if (data.kind !== 'booking') throw new Error('a page about a booking without one');
  return data;
}

/** Navigates to the booking's page after a change and shows a toast there. */
export function useAfterChange(eventId: string): (says: string) => Promise<void> {
  const { rpc } = route.useRouteContext();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const showToast = useToast();
  return async (says) => {
    const { queryKey } = managedBookingQuery(rpc, eventId);
    // Fetched before navigating, so that the next page is current; cached after it, so that the old page does not show it.
    const view = await rpc.managedBooking({ eventId }).catch(() => null);
    await navigate({ to: '/booking/$eventId', params: { eventId } });
    if (view) queryClient.setQueryData(queryKey, view);
    void queryClient.invalidateQueries({ queryKey });
    showToast(says, 'success');
  };
}
