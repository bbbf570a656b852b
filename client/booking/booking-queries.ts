import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Availability, DayAvailability } from '#shared/booking/availability.ts';
import type { CivilMonth } from '#shared/civil-date.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { AvailabilityChange } from '#shared/booking/managed-booking.ts';
import { dateRange } from '#shared/booking/book-search.ts';

/** From this age, open times and the own hold are fetched again when the page is opened. */
const FRESH_MS = 30_000;

const SECOND_MS = 1000;

/** For a page that waits for the payment. */
const PAYMENT_MS = 3000;

/** From today, as many days as the server returns in one call. */
export function availabilityQuery(rpc: AppRpc) {
  return queryOptions({
    queryKey: ['availability', 'next'],
    queryFn: ({ signal }) => rpc.availability({}, { signal }),
    staleTime: FRESH_MS,
  });
}

export function monthQuery(rpc: AppRpc, month: CivilMonth) {
  return queryOptions({
    queryKey: ['availability', month],
    queryFn: ({ signal }) => rpc.availability(dateRange(month), { signal }),
    staleTime: FRESH_MS,
  });
}

export function mergeAvailability(next: Availability, later: readonly (Availability | undefined)[]): Availability {
  const days = new Map(next.days.map((day) => [day.date, day]));
  for (const answer of later) for (const day of answer?.days ?? []) days.set(day.date, day);
  return { ...next, days: [...days.values()] };
}

export function withDays(answer: Availability, changed: readonly DayAvailability[]): Availability {
  const news = new Map(changed.map((day) => [day.date, day]));
  if (!answer.days.some(({ date }) => news.has(date))) return answer;
  return { ...answer, days: answer.days.map((day) => news.get(day.date) ?? day) };
}

/** False on a new day: then fetch everything again, because the days and their names differ. */
export function applyChange(
  queryClient: QueryClient,
  queryKey: QueryKey,
  { today, days }: AvailabilityChange,
): boolean {
  const answers = queryClient.getQueriesData<Availability | null>({ queryKey });
  if (answers.some(([, answer]) => answer && answer.today !== today)) return false;
  if (days.length === 0) return true;
  queryClient.setQueriesData<Availability | null>({ queryKey }, (answer) => answer && withDays(answer, days));
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
