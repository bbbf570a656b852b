/** Reductions of a payment: refunds by hand at the provider, and disputes (chargebacks). Amounts are integer cents. */
import type { Dispute } from '#shared/booking/dispute.ts';
import { sumAmounts } from '#shared/money.ts';
import {
  type BookingEvent,
  type BookingState,
  type Payment,
  bookingType,
  centsLeft,
  isWithheld,
  type BookingEvents,
  type OneBooking,
} from './booking.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface ReportedRefund {
  readonly refund: string;
  readonly amount: number;
  /** Null for a refund by hand. */
  readonly key: string | null;
  /** Null if the money is on its way or has arrived. */
  readonly failure: string | null;
}

/** Refunds and disputes are in the order in which they were made. */
export interface PaymentReport {
  readonly payment: string;
  readonly refunds: readonly ReportedRefund[];
  readonly disputes: readonly Dispute[];
}

function ownRefunds({ refund, byHand = [] }: Payment, { refunds }: PaymentReport): readonly ReportedRefund[] {
  if (refund === 'none') return [];
  return refunds.filter(({ key, refund: id }) => key !== null && !byHand.some((made) => made.refund === id));
}

function newRefunds(payment: Payment, report: PaymentReport): BookingEvent[] {
  const own = ownRefunds(payment, report);
  const { payment: id, currency, byHand = [] } = payment;
  return report.refunds.flatMap(({ refund, amount, failure }): BookingEvent[] => {
    if (own.some((made) => made.refund === refund)) return [];
    const isKnown = byHand.some((made) => made.refund === refund);
    if (failure === null) {
      return isKnown ? [] : [{ type: 'RefundedByHand', data: { payment: id, refund, amount, currency } }];
    }
    return isKnown ? [{ type: 'HandRefundFailed', data: { payment: id, refund, reason: failure } }] : [];
  });
}

function newDisputes({ payment, currency, disputes = [] }: Payment, report: PaymentReport): BookingEvent[] {
  return report.disputes.flatMap((dispute): BookingEvent[] => {
    const known = disputes.find((each) => each.dispute === dispute.dispute);
    const names = Object.keys(dispute) as (keyof Dispute)[];
    if (known && names.every((name) => known[name] === dispute[name])) return [];
    return [{ type: 'DisputeReported', data: { payment, currency, ...dispute } }];
  });
}

export type RefundStep =
  | { readonly kind: 'wait' }
  /** `refund`: the last refund or dispute; `amount`: the cents that the site's own refunds sent. */
  | { readonly kind: 'done'; readonly refund: string; readonly amount: number }
  /** The site's own refunds have sent `before` cents, in `attempts` attempts. */
  | { readonly kind: 'send'; readonly amount: number; readonly before: number; readonly attempts: number };

/** Record the report in `payment` first. */
export function nextRefundStep(payment: Payment, report: PaymentReport): RefundStep {
  if (isWithheld(payment)) return { kind: 'wait' };
  const own = ownRefunds(payment, report);
  const before = sumAmounts(own.filter(({ failure }) => failure === null));
  const amount = centsLeft(payment) - before;
  if (amount > 0) return { kind: 'send', amount, before, attempts: own.length };
  const last = report.refunds.findLast(({ failure }) => failure === null)?.refund ?? report.disputes.at(-1)?.dispute;
  return { kind: 'done', refund: last ?? payment.payment, amount: before };
}

function failReturnedRefund(payment: Payment, report: PaymentReport): BookingEvent[] {
  const { payment: id, refund, refundId } = payment;
  // An older report doesn't contain the refund.
  const isOlder = ![...report.refunds.map((each) => each.refund), ...report.disputes.map((each) => each.dispute)].some(
    (each) => each === refundId,
  );
  if (refund !== 'succeeded' || isOlder || nextRefundStep(payment, report).kind !== 'send') return [];
  const failed = report.refunds.findLast(({ failure }) => failure !== null)?.failure;
  const reason = failed ?? 'a part of the payment is left to refund';
  return [{ type: 'RefundFailed', data: { payment: id, attempt: 1, reason } }];
}

/** Records each fact once. Refuses `unknown-payment`. */
export function recordReport({ booking }: OneBooking, report: PaymentReport): BookingEvents | Refusal {
  const payment = booking?.payments.find((each) => each.payment === report.payment);
  if (booking === null || !payment || payment.isOutside) return refuse('unknown-payment');
  const found = [...newRefunds(payment, report), ...newDisputes(payment, report)];
  const after = found.reduce<BookingState>((state, event) => bookingType.evolve(state, event), booking);
  const known = after?.payments.find((each) => each.payment === report.payment) ?? payment;
  return { booking: [...found, ...failReturnedRefund(known, report)] };
}
