import { describe, expect, test } from 'vitest';
import { type BookingEvent, bookingOf, bookingStream, bookingType, newBookingStream } from '#events/booking/booking.ts';
import { EVERY_EVENT } from '../every-event.ts';
import * as facts from '../facts.ts';
import { frozen, given } from '../given.ts';

const { held, lapsed, confirmed, lost, payment, captured, refundRequested } = facts;

const BOOKING_EVENTS = [
  'HoldRevised',
  'CheckoutOpened',
  'HoldExpired',
  'SlotReclaimed',
  'PaymentCaptured',
  'BookingConfirmed',
  'RefundRequested',
  'RefundSucceeded',
  'RefundFailed',
] as const satisfies readonly BookingEvent['type'][];

describe('the life of a booking', () => {
  test('begins with a hold', () => {
    expect(given().state.booking).toBeNull();
    expect(given(held('full')).state.booking).toEqual({
      status: 'held',
      service: 'full-day',
      date: facts.DATE,
      units: ['am', 'pm'],
      price: 49_900,
      currency: 'usd',
      expiresAt: facts.HALF_AN_HOUR_LATER,
      isTraded: false,
      corrections: 0,
      isForgotten: false,
      keptFrom: null,
      isForgottenAfterVisit: false,
      person: 'p1',
      checkouts: [],
      payments: [],
      wasConfirmed: false,
      freeChangesThrough: null,
      policy: null,
      moves: 0,
      linkGeneration: 0,
      isFinal: false,
      recordedAt: null,
      photos: [],
      removedPhotos: [],
      reminders: [],
      linksAskedAt: null,
      account: null,
      isAdopted: false,
    });
  });

  test.each(BOOKING_EVENTS)('cannot begin with %s', (type) => {
    expect(() => bookingType.evolve(null, EVERY_EVENT[type])).toThrow(`${type} before SlotHeld`);
  });

  test('goes from held to expired and back to confirmed when paid late', () => {
    expect(given(held('am'), lapsed('am')).state.booking?.status).toBe('expired');
    const reclaimed = { booking: [EVERY_EVENT.SlotReclaimed] };
    expect(given(held('full'), lapsed('full'), reclaimed, confirmed('full')).state.booking).toMatchObject({
      status: 'confirmed',
      payments: [{ payment: 'pay1', amount: 49_900, currency: 'usd', refund: 'none' }],
    });
  });

  test('ends refunded when the slot was lost, and only then', () => {
    expect(given(held('am'), lapsed('am'), lost('am')).state.booking?.status).toBe('refunded');
    const second = payment('am', { payment: 'pay2' });
    const twice = { booking: [captured(second), refundRequested(second, 'paid-twice')] };
    expect(given(held('am'), confirmed('am'), twice).state.booking?.status).toBe('confirmed');
    const wrong = { booking: [captured(second), refundRequested(second, 'wrong-amount')] };
    expect(given(held('am'), wrong).state.booking?.status).toBe('held');
  });

  test('keeps the refund of each payment apart', () => {
    const second = payment('am', { payment: 'pay2' });
    const twice = { booking: [captured(second), refundRequested(second, 'paid-twice')] };
    const failed = {
      booking: [{ type: 'RefundFailed', data: { payment: 'pay2', attempt: 1, reason: 'no' } }],
    } as const;
    expect(given(held('am'), confirmed('am'), twice, failed).state.booking?.payments).toMatchObject([
      { payment: 'pay1', refund: 'none' },
      { payment: 'pay2', refund: 'failed' },
    ]);
  });

  test('remembers its checkouts, latest last, and whose it is', () => {
    const second = { type: 'CheckoutOpened', data: { checkout: 'c2', attempt: 2 } } as const;
    const past = given(held('am'), { booking: [EVERY_EVENT.CheckoutOpened, second, EVERY_EVENT.HoldRevised] });
    expect(past.state.booking).toMatchObject({ status: 'held', checkouts: ['c1', 'c2'], person: 'p2' });
  });

  test.each(BOOKING_EVENTS)('%s leaves the state before it unchanged', (type) => {
    const before = given(held('full'), lapsed('full')).state.booking;
    const copy = structuredClone(before);
    bookingType.evolve(before, frozen(EVERY_EVENT[type]));
    expect(before).toEqual(copy);
  });
});

test("a booking's stream is named for it", () => {
  expect(bookingStream('k7-x').name).toBe('booking-k7-x');
  expect(bookingOf(bookingStream('k7-x').name)).toBe('k7-x');
});

test('the stream of a new booking is the same stream, known to be empty', () => {
  expect(newBookingStream('k7-x')).toEqual({ ...bookingStream('k7-x'), isNew: true });
  expect(bookingStream('k7-x').isNew).toBeUndefined();
});
