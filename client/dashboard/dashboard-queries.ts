import { queryOptions } from '@tanstack/react-query';
import type { AppRpc } from '#shared/contract.ts';
import type { BookingFilter, BookingSummary, DashboardCards } from '#shared/managed-booking.ts';

export interface Dashboard {
  readonly cards: DashboardCards;
  readonly rows: readonly BookingSummary[];
  /** Bookings in all. */
  readonly total: number;
}

/** The dashboard, once all of its parts are there. */
export function dashboardQuery(rpc: AppRpc) {
  return queryOptions({
    queryKey: ['dashboard'],
    queryFn: async ({ signal }): Promise<Dashboard> => {
      let cards: DashboardCards | null = null;
      for await (const part of await rpc.dashboard(undefined, { signal })) {
        if (part.part === 'cards') ({ cards } = part);
        else if (cards) return { cards, rows: part.rows, total: part.total };
      }
      throw new Error('the dashboard ended before it was complete');
    },
    // Bookings are changed on other devices and by other people too.
    staleTime: 0,
  });
}

export function bookingsQuery(rpc: AppRpc, filter: BookingFilter, page: number) {
  return queryOptions({
    queryKey: ['bookings', filter, page],
    queryFn: ({ signal }) => rpc.bookings({ filter, page }, { signal }),
    staleTime: 0,
  });
}
