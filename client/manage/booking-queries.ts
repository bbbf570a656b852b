import { queryOptions } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import type { DayAvailability, Slot } from '#shared/availability.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import type { AppRpc } from '#shared/contract.ts';
import type { RefundProgress, VisitMoney } from '#shared/managed-booking.ts';
import { RpcError } from '#shared/rpc-error.ts';
import { unitsOf } from '#shared/session-type.ts';
import { datesToAsk } from '../booking/booking-queries.ts';
import { lookAgainMs } from '../shell/query/look-again.ts';

function refundsOf({ refund, surplus }: VisitMoney): RefundProgress[] {
  return surplus ? [refund, surplus.refund] : [refund];
}

/** Whether it is the answer to who may not see a booking, or names none. */
export function isUnknown(error: unknown): boolean {
  return error instanceof RpcError && error.refusal === 'unknown-booking';
}

/** Of a page about a booking: for who may not see it, or names none, there is no such page. */
export async function orNotFound<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (isUnknown(error)) throw notFound();
    throw error;
  }
}

/** What may be seen of a booking. It changes with time alone, so a page that is opened asks anew. */
export function managedBookingQuery(rpc: AppRpc, eventId: string) {
  return queryOptions({
    queryKey: ['booking', eventId],
    queryFn: ({ signal }) => rpc.managedBooking({ eventId }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.kind === 'booking' ? lookAgainMs(refundsOf(data.money)) : false),
  });
}

/** Where a booking can be moved to: from today on, or in a month that lies further ahead. */
export function rescheduleQuery(rpc: AppRpc, eventId: string, month: CivilMonth | null) {
  return queryOptions({
    queryKey: ['booking', eventId, 'availability', month ?? 'next'],
    queryFn: ({ signal }) => rpc.rescheduleAvailability({ eventId, ...datesToAsk(month) }, { signal }),
    staleTime: 0,
  });
}

/** Days as their visitor sees them anywhere, as they are to a customer who moves a visit: its time is told apart. */
export function withOwnTime(days: readonly DayAvailability[], { date, claim }: Slot): DayAvailability[] {
  const own = Object.fromEntries(unitsOf(claim).map((unit) => [unit, 'visit' as const]));
  return days.map((day) => (day.date === date ? { ...day, ...own } : day));
}
