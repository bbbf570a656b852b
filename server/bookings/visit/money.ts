import { type BookingRow, type RefundRow, overallRefund, refundsOfPrice } from '#db/projections/bookings.ts';
import { isSurplus } from '#events/booking/booking.ts';
import type { VisitMoney } from '#shared/booking/managed-booking.ts';

function sum(refunds: readonly RefundRow[]): number {
  return refunds.reduce((total, { amount }) => total + amount, 0);
}

function surplusOf(refunds: readonly RefundRow[]): VisitMoney['surplus'] {
  const refund = overallRefund(refunds);
  return refund === 'none' ? null : { cents: sum(refunds), refund };
}

/**
 * A booking's money as its customer sees it. What they paid twice is kept apart from the payment for the visit, and money in
 * another currency, all of which is refunded, from both.
 */
export function moneyOf(row: Pick<BookingRow, 'captured' | 'refunds' | 'method'>): VisitMoney {
  const all = refundsOfPrice(row);
  const surplus = all.filter(({ cause }) => isSurplus(cause));
  const refunds = all.filter(({ cause }) => !isSurplus(cause));
  return {
    isOutside: row.method === 'owner',
    paidCents: row.captured - sum(surplus),
    refundingCents: sum(refunds),
    refundedCents: sum(refunds.filter(({ status }) => status === 'succeeded')),
    refund: overallRefund(refunds),
    reason: refunds.at(-1)?.cause ?? null,
    surplus: surplusOf(surplus),
  };
}
