import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { BookingFilter, BookingSummary, DashboardCards, RefundProgress } from '#shared/booking/managed-booking.ts';
import { lookAgainMs } from '../../shell/query/look-again.ts';

export interface Dashboard {
  readonly cards: DashboardCards;
  /** Null while they are loading. */
  readonly bookings: { readonly rows: readonly BookingSummary[]; readonly total: number } | null;
}

function refundsOf({ refundingCents, refundedCents, failingCents }: DashboardCards['money']): RefundProgress[] {
  return [refundingCents > refundedCents + failingCents ? 'requested' : 'none', failingCents > 0 ? 'failed' : 'none'];
}

export function dashboardQuery(rpc: AppRpc) {
  const queryKey = ['dashboard'] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Dashboard> => {
      let known: Dashboard | null = null;
      for await (const part of await rpc.dashboard(undefined, { signal })) {
        if (part.part === 'rows') {
          if (known) return { ...known, bookings: { rows: part.rows, total: part.total } };
          continue;
        }
        known = { cards: part.cards, bookings: client.getQueryData<Dashboard>(queryKey)?.bookings ?? null };
        // Stale until complete, so that a dashboard that breaks off is fetched again.
        client.setQueryData<Dashboard>(queryKey, known, { updatedAt: 0 });
      }
      throw new Error('the dashboard ended before it was complete');
    },
    refetchInterval: ({ state: { data } }) => (data ? lookAgainMs(refundsOf(data.cards.money)) : false),
  });
}

/**
 * Resolves with the first part, or with all of it where a page can't change later. The query handles later parts and failures.
 */
export async function beginDashboard(queryClient: QueryClient, rpc: AppRpc, waitsForAll: boolean): Promise<void> {
  const query = dashboardQuery(rpc);
  const partsBefore = queryClient.getQueryState(query.queryKey)?.dataUpdateCount ?? 0;
  const whole = queryClient.fetchQuery(query);
  if (waitsForAll) return void (await whole);
  const cards = Promise.withResolvers<void>();
  const look = () => {
    const { data, dataUpdateCount = 0 } = queryClient.getQueryState<Dashboard>(query.queryKey) ?? {};
    if (data && (data.bookings === null || dataUpdateCount > partsBefore)) cards.resolve();
  };
  const stop = queryClient.getQueryCache().subscribe(look);
  look();
  try {
    await Promise.race([whole, cards.promise]);
  } finally {
    stop();
    whole.catch(() => {});
  }
}

export function bookingsQuery(rpc: AppRpc, filter: BookingFilter, page: number) {
  return queryOptions({
    queryKey: ['bookings', filter, page],
    queryFn: ({ signal }) => rpc.bookings({ filter, page }, { signal }),
    refetchInterval: ({ state: { data } }) => lookAgainMs(data?.rows.map(({ refund }) => refund) ?? []),
  });
}
