import {
  type BookingRow,
  type RefundRow,
  overallRefund,
  reductionsOf,
  reductionsOfPrice,
  refundsOfPrice,
} from '#db/projections/booking-row.ts';
import { isSurplus } from '#events/booking/booking.ts';
import type { VisitMoney } from '#shared/booking/managed-booking.ts';
import { sumAmounts } from '#shared/money.ts';

function surplusOf(refunds: readonly RefundRow[]): VisitMoney['surplus'] {
  const refund = overallRefund(refunds);
  return refund === 'none' ? null : { cents: sumAmounts(refunds), refund };
}

/** Keeps surplus payments and other currencies apart. */
export function moneyOf(row: Pick<BookingRow, 'captured' | 'refunds' | 'reductions' | 'method'>): VisitMoney {
  const all = refundsOfPrice(row);
  const otherwise = reductionsOfPrice(row);
  const surplus = all.filter(({ cause }) => isSurplus(cause));
  const isOfVisit = ({ payment }: { readonly payment: string }) => !surplus.some((each) => each.payment === payment);
  const gone = otherwise.filter(isOfVisit);
  const refunds = all.filter(({ cause }) => !isSurplus(cause));
  const isSent = ({ payment }: { readonly payment: string }) =>
    refunds.some((each) => each.payment === payment && each.status === 'succeeded');
  return {
    isOutside: row.method === 'owner',
    paidCents: row.captured - sumAmounts(surplus) - (sumAmounts(otherwise) - sumAmounts(gone)),
    refundingCents: sumAmounts(refunds) + sumAmounts(gone),
    refundedCents: sumAmounts(refunds.filter(({ status }) => status === 'succeeded')) + sumAmounts(gone),
    isWithheld: reductionsOf(row).some((each) => each.state === 'withheld' && !isSent(each) && isOfVisit(each)),
    refund: overallRefund(refunds),
    reason: refunds.at(-1)?.cause ?? null,
    surplus: surplusOf(surplus),
  };
}
