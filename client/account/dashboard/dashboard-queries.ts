import { queryOptions } from '@tanstack/react-query';
import type { AppRpc } from '#shared/calls/contract.ts';
import type { BookingFilter, DashboardCards, RefundProgress } from '#shared/booking/managed-booking.ts';
import { lookAgainMs } from '../../shell/query/query-client.ts';

function refundsOf({ refundingCents, refundedCents, failingCents }: DashboardCards['money']): RefundProgress[] {
  return [refundingCents > refundedCents + failingCents ? 'requested' : 'none', failingCents > 0 ? 'failed' : 'none'];
}

export function dashboardQuery(rpc: AppRpc) {
  return queryOptions({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => rpc.dashboard(undefined, { signal }),
    refetchInterval: ({ state: { data } }) => (data ? lookAgainMs(refundsOf(data.cards.money)) : false),
  });
}

export function bookingsQuery(rpc: AppRpc, filter: BookingFilter, page: number) {
  return queryOptions({
    queryKey: ['bookings', filter, page],
    queryFn: ({ signal }) => rpc.bookings({ filter, page }, { signal }),
    refetchInterval: ({ state: { data } }) => lookAgainMs(data?.rows.map(({ refund }) => refund) ?? []),
  });
}
