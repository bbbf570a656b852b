import { describe, expect, test } from 'vitest';
import { goodwillCents, refundAsGoodwill } from '#events/booking/refilling.ts';
import type { BookingEvent } from '#events/booking/booking.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { DATE, MORNING_STARTS, confirmed, forfeited, held, payment, refundRequested } = facts;
const BOOKED = [held('am'), confirmed('am')];
const outcome = { date: DATE, units: ['am'], by: 'a1', recordedAt: MORNING_STARTS } as const;
const COMPLETED: Past = { booking: [{ type: 'VisitCompleted', data: outcome }] };
const NO_SHOW: Past = { booking: [{ type: 'NoShowRecorded', data: outcome }] };

function refund(past: readonly Past[]) {
  return given(...past).when((state) => refundAsGoodwill(state, 'b1', 'a2'));
}

describe.each([
  ['a completed visit', COMPLETED, 'completed'],
  ['a no-show', NO_SHOW, 'no-show'],
] as const)('the payment of %s', (_, recorded, status) => {
  const past = [...BOOKED, recorded];
  const { payment: id, amount, currency } = payment('am');
  const requested: BookingEvent = {
    type: 'RefundRequested',
    data: { payment: id, amount, currency, cause: 'after-visit', admin: 'a2' },
  };

  test('is refunded in full, and the event names the admin', () => {
    expect(goodwillCents(given(...past).state.booking!)).toBe(29_900);
    expect(refund(past)).toEqual({ booking: [requested], day: [] });
  });

  test('is refunded once, and the visit keeps its recorded outcome', () => {
    const after = [...past, { booking: [requested] }];
    expect(given(...after).state.booking?.status).toBe(status);
    expect(goodwillCents(given(...after).state.booking!)).toBeNull();
    expect(refund(after)).toEqual({ refusal: 'not-forfeited' });
  });

  test('leaves a refund of a second payment as it is', () => {
    const second: BookingEvent[] = [
      { type: 'PaymentCaptured', data: { ...payment('am'), payment: 'pay2' } },
      refundRequested({ ...payment('am'), payment: 'pay2' }, 'paid-twice'),
    ];
    expect(refund([...past, { booking: second }])).toEqual({ booking: [requested], day: [] });
  });
});

describe('a goodwill refund', () => {
  test('of a late cancellation ends the booking and its forfeiture', () => {
    const late = [...BOOKED, forfeited('am')];
    expect(goodwillCents(given(...late).state.booking!)).toBe(29_900);
    expect(refund(late)).toMatchObject({
      booking: [{ type: 'RefundRequested', data: { cause: 'goodwill', admin: 'a2' } }],
      day: [{ type: 'ForfeitureEnded' }],
    });
  });

  test('is refused for a visit ahead, a hold, and a booking that does not exist', () => {
    expect(goodwillCents(given(...BOOKED).state.booking!)).toBeNull();
    expect(refund(BOOKED)).toEqual({ refusal: 'not-forfeited' });
    expect(refund([held('am')])).toEqual({ refusal: 'not-forfeited' });
    expect(refund([])).toEqual({ refusal: 'unknown-booking' });
  });
});
