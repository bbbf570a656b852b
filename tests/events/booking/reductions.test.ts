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

const OURS = { key: 'refund:b1:cancelled:pay1' };

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
const disputed = (change: Partial<Dispute> = {}) =>
  ({ type: 'DisputeReported', data: { ...ON_PAYMENT, ...DISPUTE, ...change } }) as const;

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
  test('is recorded once for each part', () => {
    const first = { booking: [byHand('r1', 5000)] };
    expect(when(PAID, report([made('r1', 5000)]))).toEqual(first);
    expect(when([...PAID, first], report([made('r1', 5000), made('r2', 100)]))).toEqual({
      booking: [byHand('r2', 100)],
    });
    expect(when([...PAID, first], report([made('r1', 5000)]))).toEqual({ booking: [] });
  });

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

  test('counts in addition to the site’s own refunds that succeeded', () => {
    const own = [made('r1', 29_900, { ...OURS, failure: 'card closed' }), made('r2', 20_000, OURS)];
    expect(step(REQUESTED, report([...own, made('r3', 900)]))).toEqual({
      kind: 'send',
      amount: 9000,
      before: 20_000,
      attempts: 2,
    });
  });

  test('that the bank sends back is recorded, and its money is refunded again', () => {
    const done: readonly Past[] = [
      ...REQUESTED,
      {
        booking: [
          byHand('r1', 29_900),
          { type: 'RefundSucceeded', data: { payment: 'pay1', refund: 'r1', amount: 0 } },
        ],
      },
    ];
    expect(when(done, report([made('r1', 29_900, { failure: 'card closed' })]))).toEqual({
      booking: [
        { type: 'HandRefundFailed', data: { payment: 'pay1', refund: 'r1', reason: 'card closed' } },
        { type: 'RefundFailed', data: { payment: 'pay1', attempt: 1, reason: 'card closed' } },
      ],
    });
  });

  test('is distinguished by its key from the site’s own, unless the log has no request for one', () => {
    expect(when(REQUESTED, report([made('r1', 29_900, OURS)]))).toEqual({ booking: [] });
    expect(when(PAID, report([made('r1', 29_900, OURS)]))).toEqual({ booking: [byHand('r1', 29_900)] });
  });
});

describe('a dispute', () => {
  test('is recorded whenever it has changed, and only then', () => {
    const opened = { booking: [disputed()] };
    expect(when(PAID, report([], [DISPUTE]))).toEqual(opened);
    expect(when([...PAID, opened], report([], [DISPUTE]))).toEqual({ booking: [] });
    const lost = { state: 'lost', evidenceDueBy: null } as const;
    expect(when([...PAID, opened], report([], [{ ...DISPUTE, ...lost }]))).toEqual({ booking: [disputed(lost)] });
  });

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

describe('a report', () => {
  const succeeded: Past = { booking: [{ type: 'RefundSucceeded', data: { payment: 'pay1', refund: 'r1' } }] };

  test('of a refund that the bank sent back causes one retry', () => {
    const failed = made('r1', 29_900, { ...OURS, failure: 'card closed' });
    const failure = { type: 'RefundFailed', data: { payment: 'pay1', attempt: 1, reason: 'card closed' } } as const;
    expect(when([...REQUESTED, succeeded], report([failed]))).toEqual({ booking: [failure] });
    expect(when([...REQUESTED, succeeded, { booking: [failure] }], report([failed]))).toEqual({ booking: [] });
  });

  test('that is older than the refund changes nothing', () => {
    expect(when([...REQUESTED, succeeded], report([]))).toEqual({ booking: [] });
  });

  test('about an unknown payment or booking is refused', () => {
    expect(when([held('am')], report([]))).toEqual({ refusal: 'unknown-payment' });
    expect(when([], report([]))).toEqual({ refusal: 'unknown-payment' });
  });
});
