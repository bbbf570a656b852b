import { randomUUID } from 'node:crypto';
import type { Cause } from '#db/change.ts';
import type { BookingRow, RefundRow } from '#db/projections/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { type RefundOutcome, isRefundDue, recordRefund } from '#events/booking/paying.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { CallPostponed, ProviderError } from '../../outside/payments/port.ts';
import type { BookingDependencies } from '../dependencies.ts';

/** The provider's idempotency key of a refund: the same for every attempt, so that money is refunded once. */
export function refundKey(booking: string, refund: Pick<RefundRow, 'cause' | 'payment'>): string {
  // Includes the payment: a booking paid three times has two refunds of the same cause.
  return `refund:${booking}:${refund.cause}:${refund.payment}`;
}

/**
 * Requests a refund from the provider and records the result. Resolves with whether the money is under way. Throws
 * `CallPostponed`, and records nothing, when the provider cannot be called now. Also throws when the log has no such refund: then
 * the read models are wrong.
 */
export async function carryOutRefund(
  { store, payments }: Pick<BookingDependencies, 'store' | 'payments'>,
  booking: Pick<BookingRow, 'id'>,
  refund: RefundRow,
): Promise<boolean> {
  const { payment, amount, cause } = refund;
  if (!isRefundDue(store.stateOf(bookingStream(booking.id)), refund)) {
    const wrong = new Error(
      `the log asks for no refund of payment ${payment}, ${amount} cents (${cause}), of booking ${booking.id}`,
    );
    store.updatedQueries().bookings.isWrong(wrong);
    throw wrong;
  }
  let outcome: RefundOutcome;
  try {
    const done = await payments.refund({ key: refundKey(booking.id, refund), payment, amount });
    outcome = { kind: 'succeeded', payment, refund: done.id };
  } catch (error) {
    if (error instanceof CallPostponed) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    outcome = { kind: 'failed', payment, attempt: refund.attempts + 1, reason };
  }
  await store.change({
    streams: { booking: bookingStream(booking.id) },
    decide: (states) => recordRefund(states, outcome),
    cause: { correlation: randomUUID(), causation: refund.event },
  });
  return outcome.kind === 'succeeded';
}

/**
 * Checks a refund again that the provider reports as changed. A refund that the bank sent back is recorded as failed and
 * attempted again. Throws `Rejected` with `unknown-booking` or `unknown-payment` when it is not this site's.
 */
export async function reviewRefund(
  { store, payments }: Pick<BookingDependencies, 'store' | 'payments'>,
  refundId: string,
  cause: Cause,
): Promise<void> {
  const { booking, payment, failure: reason } = await payments.fetchRefund(refundId);
  if (booking === null) throw new Rejected('unknown-booking');
  if (reason === null) return;
  const stream = bookingStream(booking);
  await store.change({
    streams: { booking: stream },
    decide: (states) => recordRefund(states, { kind: 'returned', payment, refund: refundId, reason }),
    cause,
  });
  const isUnderWay = store
    .stateOf(stream)
    ?.payments.some((each) => each.payment === payment && each.refund === 'requested');
  // The refund is not recorded here yet. The provider will repeat the notice.
  if (isUnderWay) throw new ProviderError('a refund failed before it was recorded');
}
