import { describe, expect, test } from 'vitest';
import { keptCents, refundAll } from '#events/booking/booking.ts';
import { type PaymentReport, type ReportedRefund, nextRefundStep, recordReport } from '#events/booking/reductions.ts';
import type { Dispute } from '#shared/booking/dispute.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { held, confirmed, refundRequested, payment } = facts;
const PAID: readonly Past[] = [held('am'), confirmed('am')];
const REQUESTED: readonly Past[] = [...PAID, { booking: [refundRequested(payment('am'), 'cancelled')] }];

function made(refund: string, amount: number, change: Partial<ReportedRefund> = {}): ReportedRefund {
  return { refund, amount, key: null, failure: null, ...change };
}

const DISPUTE: Dispute = {
  dispute: 'd1',
  amount: 29_900,
  state: 'needs-response',
  isInquiry: false,
  blocksRefund: true,
  reason: 'fraudulent',
  evidenceDueBy: facts.NOW + 9 * 86_400_000,
  fee: 1500,
};

function report(refunds: readonly ReportedRefund[], disputes: readonly Dispute[] = []): PaymentReport {
  return { payment: 'pay1', refunds, disputes };
}

const ON_PAYMENT = { payment: 'pay1', currency: 'usd' };
const byHand = (refund: string, amount: number) =>
  ({ type: 'RefundedByHand', data: { ...ON_PAYMENT, refund, amount } }) as const;

/** What the report adds to this past. */
const when = (past: readonly Past[], reported: PaymentReport) =>
  given(...past).when((state) => recordReport(state, reported));

/** The next step of the refund, once the report is recorded. */
function step(past: readonly Past[], reported: PaymentReport) {
  const events = when(past, reported);
  if (!('booking' in events)) throw new Error('refused');
  const { booking } = given(...past, { booking: events.booking }).state;
  return nextRefundStep(booking!.payments[0]!, reported);
}

describe('a refund made by hand', () => {
  test('leaves the rest to the site, which requests a refund even if nothing seems left', () => {
    const past = [...PAID, { booking: [byHand('r1', 5000)] }];
    const { booking } = given(...past).state;
    expect(keptCents(booking!)).toBe(24_900);
    expect(refundAll(booking!, 'cancelled')).toMatchObject([{ data: { amount: 24_900 } }]);
    const { booking: emptied } = given(...past, { booking: [byHand('r2', 24_900)] }).state;
    expect(refundAll(emptied!, 'cancelled')).toMatchObject([{ data: { amount: 0 } }]);
  });

  test('reduces the amount of a requested refund', () => {
    expect(step(REQUESTED, report([]))).toEqual({ kind: 'send', amount: 29_900, before: 0, attempts: 0 });
    expect(step(REQUESTED, report([made('r1', 5000)]))).toMatchObject({ kind: 'send', amount: 24_900 });
    expect(step(REQUESTED, report([made('r1', 5000), made('r2', 24_900)]))).toEqual({
      kind: 'done',
      refund: 'r2',
      amount: 0,
    });
  });
});

describe('a dispute', () => {
  test('that is open delays the refund, unless it is only an inquiry', () => {
    expect(step(REQUESTED, report([], [DISPUTE]))).toEqual({ kind: 'wait' });
    expect(step(REQUESTED, report([], [{ ...DISPUTE, state: 'under-review' }]))).toEqual({ kind: 'wait' });
    const inquiry = { ...DISPUTE, isInquiry: true, blocksRefund: false };
    expect(step(REQUESTED, report([], [inquiry]))).toMatchObject({ kind: 'send', amount: 29_900 });
  });

  test('that is won leaves the whole amount to refund, one that is lost leaves the rest', () => {
    const won: Dispute = { ...DISPUTE, state: 'won' };
    expect(step(REQUESTED, report([], [won]))).toMatchObject({ kind: 'send', amount: 29_900 });
    const lost: Dispute = { ...DISPUTE, state: 'lost' };
    expect(step(REQUESTED, report([], [lost]))).toEqual({ kind: 'done', refund: 'd1', amount: 0 });
    expect(step(REQUESTED, report([], [{ ...lost, amount: 10_000 }]))).toMatchObject({ kind: 'send', amount: 19_900 });
  });
});
