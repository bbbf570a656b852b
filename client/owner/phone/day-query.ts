import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CivilDate } from '#shared/civil-date.ts';
import type { AppRpc } from '#shared/calls/contract.ts';

/** The key of all days. */
export const DAYS = ['owner', 'day'];

/** How long a day that was looked up counts as up to date, in milliseconds: customers book while the owner is on the phone. */
const FRESH_MS = 30_000;

/** A day of the schedule. While another one is looked up, the one before stays. */
export function dayQuery(rpc: AppRpc, date: CivilDate) {
  return queryOptions({
    queryKey: [...DAYS, date],
    queryFn: ({ signal }) => rpc.schedule({ view: 'day', date }, { signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}
