import { randomUUID } from 'node:crypto';
import type { Cause } from '#db/change.ts';
import type { BookingRow, RefundRow } from '#db/projections/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { type RefundOutcome, isRefundDue, recordRefund } from '#events/booking/paying.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type RefundStep, nextRefundStep, recordReport } from '#events/booking/reductions.ts';
import { CallPostponed, type FoundPayment, ProviderError } from '../../outside/payments/port.ts';
import type { BookingDependencies } from '../dependencies.ts';

/** The provider's idempotency key of a refund: the same for every attempt, so that money is refunded once. */
export function refundKey(booking: string, refund: Pick<RefundRow, 'cause' | 'payment'>): string {
  // Includes the payment: a booking paid three times has two refunds of the same cause.
  return `refund:${booking}:${refund.cause}:${refund.payment}`;
}

type Dependencies = Pick<BookingDependencies, 'store' | 'payments'>;

async function recordPaymentReport(
  { store }: Dependencies,
  booking: string,
  found: FoundPayment,
  cause: Cause,
): Promise<void> {
  await store.change({
    streams: { booking: bookingStream(booking) },
    decide: (states) => recordReport(states, found),
    cause,
  });
}

/** The provider's idempotency key of an attempt. Each amount and each attempt needs its own key. */
function attemptKey(key: string, { attempts, amount }: Extract<RefundStep, { kind: 'send' }>, paid: number): string {
  const attempt = attempts === 0 ? key : `${key}:${attempts + 1}`;
  return amount === paid ? attempt : `${attempt}:${amount}`;
}

/** Refunds the amount that is left of a payment. Resolves with null if a dispute has to be decided first. */
async function refundAmountLeft(
  dependencies: Dependencies,
  booking: Pick<BookingRow, 'id'>,
  refund: RefundRow,
  cause: Cause,
): Promise<RefundOutcome | null> {
  const { store, payments } = dependencies;
  const { payment } = refund;
  const found = await payments.fetchPayment(payment);
  await recordPaymentReport(dependencies, booking.id, found, cause);
  const state = (await store.stateOf(bookingStream(booking.id)))?.payments.find((each) => each.payment === payment);
  if (!state) throw new Rejected('unknown-payment');
  const step = nextRefundStep(state, found);
  if (step.kind === 'wait') return null;
  if (step.kind === 'done') return { kind: 'succeeded', payment, refund: step.refund, amount: step.amount };
  const key = refundKey(booking.id, refund);
  const { amount } = step;
  const idempotencyKey = attemptKey(key, step, state.amount);
  const { id } = await payments.refund({ key, idempotencyKey, payment, amount });
  return { kind: 'succeeded', payment, refund: id, amount: step.before + amount };
}

/**
 * Asks the provider how much of a payment is left, refunds it, and records the result. Records nothing while a dispute blocks it. Throws
 * `CallPostponed`, and records nothing, when the provider cannot be called now. Also throws when the log has no such refund.
 */
export async function carryOutRefund(
  dependencies: Dependencies,
  booking: Pick<BookingRow, 'id'>,
  refund: RefundRow,
): Promise<void> {
  const { store } = dependencies;
  const { payment, cause: reason } = refund;
  if (!isRefundDue(await store.stateOf(bookingStream(booking.id)), refund)) {
    throw new Error(`the log asks for no refund of payment ${payment} (${reason}), of booking ${booking.id}`);
  }
  const cause = { correlation: randomUUID(), causation: refund.event };
  const outcome = await refundAmountLeft(dependencies, booking, refund, cause).catch(
    (error: unknown): RefundOutcome => {
      // Any other error is a fault of this program, and no failed refund.
      if (!(error instanceof ProviderError) || error instanceof CallPostponed) throw error;
      return { kind: 'failed', payment, attempt: refund.attempts + 1, reason: error.message };
    },
  );
  if (outcome === null) return;
  await store.change({
    streams: { booking: bookingStream(booking.id) },
    decide: (states) => recordRefund(states, outcome),
    cause,
  });
}

/**
 * Records the refunds and disputes of a payment that the provider reports as changed. A refund that the bank sent back is recorded as
 * failed and attempted again. Throws `Rejected` with `unknown-booking` or `unknown-payment` when it is not this site's.
 */
export async function reviewPayment(dependencies: Dependencies, payment: string, cause: Cause): Promise<void> {
  const found = await dependencies.payments.fetchPayment(payment);
  if (found.booking === null) throw new Rejected('unknown-booking');
  await recordPaymentReport(dependencies, found.booking, found, cause);
  const known = (await dependencies.store.stateOf(bookingStream(found.booking)))?.payments;
  const isUnderWay = known?.some((each) => each.payment === payment && each.refund === 'requested');
  // The refund is not recorded here yet. The provider will repeat the notice.
  if (isUnderWay && found.refunds.some(({ key, failure }) => key !== null && failure !== null)) {
    throw new ProviderError('a refund failed before it was recorded');
  }
}
