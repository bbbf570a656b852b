/**
 * Reductions of a payment: refunds that the owner made by hand at the provider, and disputes (chargebacks). The provider reports their
 * current state. Amounts are integer cents.
 */
import type { Dispute } from '#shared/booking/dispute.ts';
import { sumAmounts } from '#shared/money.ts';
import { type BookingEvent, type BookingState, type Payment, bookingType, centsLeft, isWithheld } from './booking.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface ReportedRefund {
  readonly refund: string;
  readonly amount: number;
  /** The key under which the site made it; null for one made by hand. */
  readonly key: string | null;
  /** Why it failed; null while the money is under way or has arrived. */
  readonly failure: string | null;
}

/** The state of a payment at the provider. Refunds and disputes are in the order in which they were made. */
export interface PaymentReport {
  readonly payment: string;
  readonly refunds: readonly ReportedRefund[];
  readonly disputes: readonly Dispute[];
}

/** The site's own refunds of a payment. If the log was lost and has no request for a refund, they count as made by hand. */
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

/** The next step of a refund that was requested. */
export type RefundStep =
  /** The provider refuses refunds until a dispute is decided. */
  | { readonly kind: 'wait' }
  /** Nothing is left to refund. `refund` is the id of the last refund or dispute, `amount` the cents that the site's own refunds sent. */
  | { readonly kind: 'done'; readonly refund: string; readonly amount: number }
  /** `amount` is left to refund. The site's own refunds have sent `before` cents, in `attempts` attempts. */
  | { readonly kind: 'send'; readonly amount: number; readonly before: number; readonly attempts: number };

/** Decides the next step of a requested refund. Record the report in `payment` first. */
export function nextRefundStep(payment: Payment, report: PaymentReport): RefundStep {
  if (isWithheld(payment)) return { kind: 'wait' };
  const own = ownRefunds(payment, report);
  const before = sumAmounts(own.filter(({ failure }) => failure === null));
  const amount = centsLeft(payment) - before;
  if (amount > 0) return { kind: 'send', amount, before, attempts: own.length };
  const last = report.refunds.findLast(({ failure }) => failure === null)?.refund ?? report.disputes.at(-1)?.dispute;
  return { kind: 'done', refund: last ?? payment.payment, amount: before };
}

/** Fails a refund that was recorded as done if the bank sent some of its money back, so that it's retried. */
function failReturnedRefund(payment: Payment, report: PaymentReport): BookingEvent[] {
  const { payment: id, refund, refundId } = payment;
  // A report that is older than the refund doesn't contain it.
  const isOlder = ![...report.refunds.map((each) => each.refund), ...report.disputes.map((each) => each.dispute)].some(
    (each) => each === refundId,
  );
  if (refund !== 'succeeded' || isOlder || nextRefundStep(payment, report).kind !== 'send') return [];
  const failed = report.refunds.findLast(({ failure }) => failure !== null)?.failure;
  const reason = failed ?? 'a part of the payment is left to refund';
  return [{ type: 'RefundFailed', data: { payment: id, attempt: 1, reason } }];
}

/**
 * Records the provider's report about a payment, each fact once: refunds made by hand, disputes, and a refund of the site that the bank
 * sent back, which is then retried. Refuses `unknown-payment`.
 */
export function recordReport(
  { booking }: { readonly booking: BookingState },
  report: PaymentReport,
): { readonly booking: readonly BookingEvent[] } | Refusal {
  const payment = booking?.payments.find((each) => each.payment === report.payment);
  if (booking === null || !payment || payment.isOutside) return refuse('unknown-payment');
  const found = [...newRefunds(payment, report), ...newDisputes(payment, report)];
  const after = found.reduce<BookingState>((state, event) => bookingType.evolve(state, event), booking);
  const known = after?.payments.find((each) => each.payment === report.payment) ?? payment;
  return { booking: [...found, ...failReturnedRefund(known, report)] };
}
