import type { Dispute } from '#shared/booking/dispute.ts';
import { factsOf } from '../stream.ts';
import type { Booking, Payment } from './booking-state.ts';

function changePayment(booking: Booking, id: string, change: (payment: Payment) => Payment): Booking {
  return { ...booking, payments: booking.payments.map((each) => (each.payment === id ? change(each) : each)) };
}

const { fact } = factsOf<Booking>();

export const reductionFacts = {
  RefundedByHand: fact<{
    readonly payment: string;
    readonly refund: string;
    readonly amount: number;
    readonly currency: string;
  }>((booking, { payment, refund, amount }) =>
    changePayment(booking, payment, (each) => ({ ...each, byHand: [...(each.byHand ?? []), { refund, amount }] })),
  ),
  HandRefundFailed: fact<{ readonly payment: string; readonly refund: string; readonly reason: string }>(
    (booking, { payment, refund }) =>
      changePayment(booking, payment, (each) => ({
        ...each,
        byHand: (each.byHand ?? []).filter((made) => made.refund !== refund),
      })),
  ),
  /** The data is the dispute's new state. */
  DisputeReported: fact<Dispute & { readonly payment: string; readonly currency: string }>(
    (booking, { payment, currency: _currency, ...dispute }) =>
      changePayment(booking, payment, (each) => ({
        ...each,
        disputes: [...(each.disputes ?? []).filter((known) => known.dispute !== dispute.dispute), dispute],
      })),
  ),
};
