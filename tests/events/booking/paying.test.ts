import { describe, expect, test } from 'vitest';
import type { RefundCause } from '#events/booking/booking.ts';
import { type RefundOutcome, capturePayment, recordRefund, retryRefund } from '#events/booking/paying.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { held, lapsed, confirmed, lost, payment, context, captured, refundRequested } = facts;
const { bookedByAnother, heldByAnother, releasedByAnother, HALF_AN_HOUR_LATER } = facts;
const NOTHING = { booking: [], day: [] };

const NO_CHANGES = { freeChangesThrough: null };

function reclaimed(claim: Claim, change: Parameters<typeof confirmed>[1] = {}): Past {
  const { date, units } = facts.slotHeld(claim).data;
  const { booking = [], day = [] } = confirmed(claim, change);
  return { booking: [{ type: 'SlotReclaimed', data: { date, units } }, ...booking], day };
}

function returned(paid: ReturnType<typeof payment>, cause: RefundCause) {
  return { booking: [captured(paid), refundRequested(paid, cause)], day: [] };
}

test('a payment for a slot that its visitor traded for another is refunded, though the slot is free', () => {
  const { day = [] } = lapsed('am');
  const traded = { booking: [{ type: 'HoldExpired' as const, data: { cause: 'replaced' as const } }], day };
  expect(given(held('am'), traded).when((state) => capturePayment(state, payment('am'), context()))).toEqual(
    returned(payment('am'), 'traded'),
  );
});

describe('a payment in time', () => {
  test.each(['am', 'pm', 'full'] as const)('confirms a held %s and books its units', (claim) => {
    expect(given(held(claim)).when((state) => capturePayment(state, payment(claim), context()))).toEqual(
      confirmed(claim),
    );
  });

  test('fixes price, deadline and policy of the booking', () => {
    const outcome = given(held('am')).when((state) => capturePayment(state, payment('am'), context()));
    expect(outcome).toHaveProperty('booking.1.data.price', 29_900);
    expect(outcome).toHaveProperty('booking.1.data.freeChangesThrough', '2027-03-14');
    expect(outcome).toHaveProperty('booking.1.data.policy', 'two-days-notice');
  });

  test.each([
    ['2027-03-14T23:59:59-07:00', '2027-03-14'],
    ['2027-03-15T00:00:00-07:00', null],
  ])('at %s promises free changes through %s', (instant, through) => {
    const paid = context(facts.at(instant));
    const outcome = given(held('am')).when((state) => capturePayment(state, payment('am'), paid));
    expect(outcome).toHaveProperty('booking.1.data.freeChangesThrough', through);
  });

  test('confirms a lapsed hold whose expiry is not recorded yet', () => {
    const late = context(HALF_AN_HOUR_LATER + 60_000);
    expect(given(held('am')).when((state) => capturePayment(state, payment('am'), late))).toEqual(confirmed('am'));
  });

  test.each([
    ['am', facts.MORNING_STARTS],
    ['pm', facts.AFTERNOON_STARTS],
    ['full', facts.MORNING_STARTS],
  ] as const)(
    'that is seen only when work on the held %s would start goes back, and so do the units',
    (claim, start) => {
      const past = given(held(claim));
      const { units } = facts.slotHeld(claim).data;
      const before = past.when((state) => capturePayment(state, payment(claim), context(start - 1)));
      const atStart = past.when((state) => capturePayment(state, payment(claim), context(start)));
      expect(before).toEqual(confirmed(claim, NO_CHANGES));
      const released = { type: 'UnitsReleased', data: { booking: 'b1', units } };
      expect(atStart).toEqual({ ...returned(payment(claim), 'slot-lost'), day: [released] });
    },
  );

  test('is recorded once, however often it is reported', () => {
    const again = given(held('am'), confirmed('am'));
    expect(again.when((state) => capturePayment(state, payment('am'), context()))).toEqual(NOTHING);
    const afterLoss = given(held('am'), lapsed('am'), bookedByAnother('am'), lost('am'));
    expect(afterLoss.when((state) => capturePayment(state, payment('am'), context()))).toEqual(NOTHING);
  });

  test('of an unknown booking is refused', () => {
    expect(given().when((state) => capturePayment(state, payment('am'), context()))).toEqual({
      refusal: 'unknown-booking',
    });
  });
});

describe('a payment after the hold has expired', () => {
  const late = context(HALF_AN_HOUR_LATER + 60_000);

  test.each(['am', 'pm', 'full'] as const)('takes the %s back when it is still free', (claim) => {
    const past = given(held(claim), lapsed(claim));
    expect(past.when((state) => capturePayment(state, payment(claim), late))).toEqual(reclaimed(claim));
  });

  test('takes the slot back after another visitor held it and let it go', () => {
    const past = given(held('full'), lapsed('full'), heldByAnother('pm'), releasedByAnother('pm'));
    expect(past.when((state) => capturePayment(state, payment('full'), late))).toEqual(reclaimed('full'));
  });

  test('takes a morning again although the afternoon is sold', () => {
    const past = given(held('am'), lapsed('am'), bookedByAnother('pm'));
    expect(past.when((state) => capturePayment(state, payment('am'), late))).toEqual(reclaimed('am'));
  });

  test.each(['am', 'pm', 'full'] as const)(
    'is refunded in full when another customer has the %s of a full day',
    (theirs) => {
      const gone = returned(payment('full'), 'slot-lost');
      for (const taken of [heldByAnother(theirs), bookedByAnother(theirs)]) {
        const past = given(held('full'), lapsed('full'), taken);
        expect(past.when((state) => capturePayment(state, payment('full'), late))).toEqual(gone);
      }
    },
  );

  test.each([
    ['am', facts.MORNING_STARTS],
    ['pm', facts.AFTERNOON_STARTS],
    ['full', facts.MORNING_STARTS],
  ] as const)('takes the %s back until work would start, and goes back from then on', (claim, start) => {
    const past = given(held(claim), lapsed(claim));
    const before = past.when((state) => capturePayment(state, payment(claim), context(start - 1)));
    const atStart = past.when((state) => capturePayment(state, payment(claim), context(start)));
    expect(before).toEqual(reclaimed(claim, NO_CHANGES));
    expect(atStart).toEqual(returned(payment(claim), 'slot-lost'));
  });

  test('is refunded when an earlier one was lost with the slot, even if the slot is free again', () => {
    const past = given(held('am'), lapsed('am'), heldByAnother('am'), lost('am'), releasedByAnother('am'));
    const second = payment('am', { payment: 'pay2' });
    expect(past.when((state) => capturePayment(state, second, late))).toEqual(returned(second, 'slot-lost'));
    expect(past.state.booking?.status).toBe('refunded');
  });
});

describe('a payment that buys no slot', () => {
  test('a second payment of a confirmed booking is refunded in full and the booking stays confirmed', () => {
    const second = payment('am', { payment: 'pay2', checkout: 'c2' });
    const past = given(held('am'), confirmed('am'));
    const outcome = past.when((state) => capturePayment(state, second, context()));
    expect(outcome).toEqual(returned(second, 'paid-twice'));
    const after = given(held('am'), confirmed('am'), returned(second, 'paid-twice'));
    expect(after.state.booking?.status).toBe('confirmed');
    expect(after.state.booking?.payments).toMatchObject([{ refund: 'none' }, { refund: 'requested' }]);
  });

  test.each([
    ['a cent less', { amount: 29_899 }],
    ['a cent more', { amount: 29_901 }],
    ['nothing', { amount: 0 }],
    ['the price in another currency', { currency: 'cad' }],
  ])('%s than the price confirms nothing and goes back as it came', (_, change) => {
    const wrong = payment('am', change);
    const outcome = returned(wrong, 'wrong-amount');
    for (const past of [
      given(held('am')),
      given(held('am'), lapsed('am')),
      given(held('am'), lapsed('am'), lost('am')),
    ]) {
      const other = { ...wrong, payment: 'pay9' };
      expect(past.when((state) => capturePayment(state, other, context()))).toEqual(returned(other, 'wrong-amount'));
    }
    expect(given(held('am'), outcome).state.booking?.status).toBe('held');
    expect(given(held('am'), lapsed('am'), outcome).state.booking?.status).toBe('expired');
  });

  test('after a wrong amount the right one still confirms', () => {
    const wrong = payment('am', { payment: 'pay0', amount: 100 });
    const past = given(held('am'), returned(wrong, 'wrong-amount'));
    expect(past.when((state) => capturePayment(state, payment('am'), context()))).toEqual(confirmed('am'));
  });
});

describe('a refund', () => {
  const failedAgain = (attempt: number): RefundOutcome => ({
    type: 'RefundFailed',
    data: { payment: 'pay1', attempt, reason: 'card closed' },
  });
  const failed = failedAgain(1);
  const succeeded: RefundOutcome = { type: 'RefundSucceeded', data: { payment: 'pay1', refund: 'r1' } };
  const asked: readonly Past[] = [held('am'), lapsed('am'), bookedByAnother('am'), lost('am')];
  const success = { booking: [succeeded] };
  const failure = { booking: [failed] };

  test('that was asked for is recorded as it went', () => {
    expect(given(...asked).when((state) => recordRefund(state, succeeded))).toEqual(success);
    expect(given(...asked).when((state) => recordRefund(state, failed))).toEqual(failure);
  });

  test('that failed is attempted at once when an admin asks, and no other', () => {
    const request = { payment: 'pay1', admin: 'a1' };
    const retried = { booking: [{ type: 'RefundRetried', data: request }] };
    const retry = (past: readonly Past[], payment = 'pay1') =>
      given(...past).when((state) => retryRefund(state, { ...request, payment }));
    expect(retry([...asked, failure])).toEqual(retried);
    expect(retry([...asked, failure], 'pay2')).toEqual({ refusal: 'refund-not-failed' });
    expect(retry(asked)).toEqual({ refusal: 'refund-not-failed' });
    expect(retry([...asked, failure, success])).toEqual({ refusal: 'refund-not-failed' });
    expect(retry([])).toEqual({ refusal: 'unknown-booking' });
  });

  test('that failed can fail again, and succeed', () => {
    expect(given(...asked, failure).when((state) => recordRefund(state, failedAgain(2)))).toMatchObject({
      booking: [{ type: 'RefundFailed', data: { attempt: 2 } }],
    });
    expect(given(...asked, failure).when((state) => recordRefund(state, succeeded))).toEqual(success);
    expect(given(...asked, failure, success).state.booking?.payments).toMatchObject([{ refund: 'succeeded' }]);
  });

  test('that succeeded stays so', () => {
    const done = given(...asked, success);
    expect(done.when((state) => recordRefund(state, succeeded))).toEqual({ booking: [] });
    expect(done.when((state) => recordRefund(state, failed))).toEqual({ booking: [] });
  });

  test('that was not requested is not recorded: the payment of a confirmed booking is kept', () => {
    const kept = given(held('am'), confirmed('am'));
    expect(kept.when((state) => recordRefund(state, succeeded))).toEqual({ booking: [] });
    expect(kept.when((state) => recordRefund(state, failed))).toEqual({ booking: [] });
  });

  test('of an unknown payment or booking is refused', () => {
    const refusal = { refusal: 'unknown-payment' };
    expect(given(held('am')).when((state) => recordRefund(state, succeeded))).toEqual(refusal);
    expect(given().when((state) => recordRefund(state, succeeded))).toEqual(refusal);
  });
});
