import { randomUUID } from 'node:crypto';
import { type Cause, type Change, type Streams, anyChange } from '#db/change.ts';
import { type RefundCause, bookingStream, isWithheld } from '#events/booking/booking.ts';
import { type RefundOutcome, findOpenRefund, recordRefund } from '#events/booking/paying.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type RefundStep, nextRefundStep, recordReport } from '#events/booking/reductions.ts';
import { CallPostponed, type FoundPayment, ProviderError } from '../../outside/payments/port.ts';
import type { BookingDependencies } from '../dependencies.ts';

interface DueRefund {
  readonly booking: string;
  readonly payment: string;
  readonly cause: RefundCause;
  readonly event: string;
  readonly attempts: number;
}

/** The same for every attempt, so that money is refunded once. */
export function refundKey({ booking, cause, payment }: Pick<DueRefund, 'booking' | 'cause' | 'payment'>): string {
  // A booking paid three times has two refunds of the same cause.
  return `refund:${booking}:${cause}:${payment}`;
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

function attemptKey(key: string, { attempts, amount }: Extract<RefundStep, { kind: 'send' }>, paid: number): string {
  const attempt = attempts === 0 ? key : `${key}:${attempts + 1}`;
  return amount === paid ? attempt : `${attempt}:${amount}`;
}

async function findDueRefund({ store }: Dependencies, booking: string, payment: string): Promise<DueRefund | null> {
  const stream = bookingStream(booking);
  const state = findOpenRefund(await store.stateOf(stream), payment);
  if (!state || isWithheld(state)) return null;
  const events = await store.eventsOf(stream);
  const requested = events.findLast((event) => event.type === 'RefundRequested' && event.data.payment === payment);
  const failed = events.findLast((event) => event.type === 'RefundFailed' && event.data.payment === payment);
  if (requested?.type !== 'RefundRequested') return null;
  const attempts = failed?.type === 'RefundFailed' ? failed.data.attempt : 0;
  return { booking, payment, cause: requested.data.cause, event: requested.id, attempts };
}

function succeeded(data: Extract<RefundOutcome, { type: 'RefundSucceeded' }>['data']): RefundOutcome {
  return { type: 'RefundSucceeded', data };
}

/** Null if a dispute has to be decided first. */
async function refundRest(dependencies: Dependencies, refund: DueRefund, cause: Cause): Promise<RefundOutcome | null> {
  const { store, payments } = dependencies;
  const { booking, payment } = refund;
  const found = await payments.fetchPayment(payment);
  await recordPaymentReport(dependencies, booking, found, cause);
  const state = (await store.stateOf(bookingStream(booking)))?.payments.find((each) => each.payment === payment);
  if (!state) throw new Rejected('unknown-payment');
  const step = nextRefundStep(state, found);
  if (step.kind === 'wait') return null;
  if (step.kind === 'done') return succeeded({ payment, refund: step.refund, amount: step.amount });
  const key = refundKey(refund);
  const { amount } = step;
  const idempotencyKey = attemptKey(key, step, state.amount);
  const { id } = await payments.refund({ key, idempotencyKey, payment, amount });
  return succeeded({ payment, refund: id, amount: step.before + amount });
}

/** Resolves with the change that records the result, or null. Throws `CallPostponed`. */
export async function carryOutRefund(
  dependencies: Dependencies,
  { booking, payment }: Pick<DueRefund, 'booking' | 'payment'>,
): Promise<Change<Streams> | null> {
  const refund = await findDueRefund(dependencies, booking, payment);
  if (refund === null) return null;
  const cause = { correlation: randomUUID(), causation: refund.event };
  const outcome = await refundRest(dependencies, refund, cause).catch((error: unknown): RefundOutcome => {
    // Other errors are bugs and don't count as a failed refund.
    if (!(error instanceof ProviderError) || error instanceof CallPostponed) throw error;
    return { type: 'RefundFailed', data: { payment, attempt: refund.attempts + 1, reason: error.message } };
  });
  if (outcome === null) return null;
  return anyChange({
    streams: { booking: bookingStream(booking) },
    decide: (states) => recordRefund(states, outcome),
    cause,
  });
}

/**
 * Records what the provider says about a payment. A refund that the bank returned is due again then. Throws `Rejected`:
 * `unknown-booking`, `unknown-payment` for another site's payment.
 */
export async function reviewPayment(dependencies: Dependencies, payment: string, cause: Cause): Promise<void> {
  const found = await dependencies.payments.fetchPayment(payment);
  if (found.booking === null) throw new Rejected('unknown-booking');
  await recordPaymentReport(dependencies, found.booking, found, cause);
  const known = (await dependencies.store.stateOf(bookingStream(found.booking)))?.payments;
  const isUnderWay = known?.some((each) => each.payment === payment && each.refund === 'requested');
  // The refund is not recorded here yet. A repeated notice or the daily review records it.
  if (isUnderWay && found.refunds.some(({ key, failure }) => key !== null && failure !== null)) {
    throw new ProviderError('a refund failed before it was recorded');
  }
}
