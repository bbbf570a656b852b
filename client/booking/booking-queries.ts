import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Availability, DayAvailability } from '#shared/booking/availability.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { AvailabilityChange } from '#shared/booking/managed-booking.ts';

/** From this age, open times and the own hold are fetched again when the page is opened. */
const FRESH_MS = 30_000;

const SECOND_MS = 1000;

/** For a page that waits for the payment. */
const PAYMENT_MS = 3000;

export function availabilityQuery(rpc: AppRpc) {
  return queryOptions({
    queryKey: ['availability'],
    queryFn: ({ signal }) => rpc.availability(undefined, { signal }),
    staleTime: FRESH_MS,
  });
}

function withDays(answer: Availability, changed: readonly DayAvailability[]): Availability {
  const news = new Map(changed.map((day) => [day.date, day]));
  return { ...answer, days: answer.days.map((day) => news.get(day.date) ?? day) };
}

/** False on a new day: then fetch everything again, because the days and their names differ. */
export function applyChange(
  queryClient: QueryClient,
  queryKey: QueryKey,
  { today, days }: AvailabilityChange,
): boolean {
  const known = queryClient.getQueryData<Availability | null>(queryKey);
  if (known && known.today !== today) return false;
  if (known && days.length > 0) queryClient.setQueryData(queryKey, withDays(known, days));
  return true;
}

export function holdQuery(rpc: AppRpc) {
  return queryOptions({
    queryKey: ['currentHold'],
    queryFn: ({ signal }) => rpc.currentHold(undefined, { signal }),
    staleTime: FRESH_MS,
    // The visitor may have paid, or taken another time, in another tab.
    refetchOnWindowFocus: 'always',
    // A second after the hold has expired, but not too often, because the browser's clock may be wrong.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'standing' ? Math.max(data.expiresAt - Date.now() + SECOND_MS, FRESH_MS) : false,
  });
}

export function ticketQuery(rpc: AppRpc, eventId: string) {
  return queryOptions({
    queryKey: ['ticket', eventId],
    queryFn: ({ signal }) => rpc.ticket({ eventId }, { signal }),
    // The payment may arrive at any moment.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'held' ? PAYMENT_MS : false),
  });
}
