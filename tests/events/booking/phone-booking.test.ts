import { describe, expect, test } from 'vitest';
import { type Booking, type BookingEvent, bookingType } from '#events/booking/booking.ts';
import { cancelBooking } from '#events/booking/changing.ts';
import { findOpenRefund, recordRefund, settleRefund } from '#events/booking/paying.ts';
import { type PhoneRequest, bookByPhone, outsidePayment } from '#events/booking/phone-booking.ts';
import { whenOwnerCanBook } from '#events/business-time.ts';
import { refundForfeiture } from '#events/booking/refilling.ts';
import { type DayEvent, dayType } from '#events/day.ts';
import { fold } from '#events/event.ts';
import { isRefusal } from '#events/refusal.ts';
import { addDays } from '#shared/civil-date.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import * as facts from '../facts.ts';
import { type Past, frozen, given } from '../given.ts';

const { DATE, MORNING_STARTS, NOW, ZONE, bookedByAnother, confirmed, forfeited, held, heldByAnother, time } = facts;
const EVE = facts.at('2027-03-15T12:00:00-07:00');

function call(claim: Claim, change: Partial<PhoneRequest> = {}): PhoneRequest {
  const { account: _, ...details } = facts.request(claim);
  return { ...details, admin: 'a1', ...change };
}

function book(claim: Claim, change: Partial<PhoneRequest> = {}, ...pasts: readonly Past[]) {
  const { day } = given(...pasts).state;
  return bookByPhone({ booking: null, day }, call(claim, change));
}

function eventsOf(decision: ReturnType<typeof bookByPhone>): readonly BookingEvent[] {
  if (isRefusal(decision)) throw new Error(decision.refusal);
  return decision.booking;
}

/** A booking taken by phone, then these events. */
function taken(claim: Claim, ...more: readonly BookingEvent[]): Booking {
  const state = fold(bookingType, [...eventsOf(book(claim)), ...more]);
  if (state === null) throw new Error('not booked');
  return frozen(state);
}

const DAY = fold(dayType, [{ type: 'UnitsConfirmed', data: { booking: 'b1', units: ['am'] } }] satisfies DayEvent[]);
const OWED: BookingEvent = {
  type: 'RefundRequested',
  data: { payment: 'outside-b1', amount: 29_900, currency: 'usd', cause: 'cancelled', outside: true },
};

describe('a booking by phone', () => {
  test.each([
    ['am', 29_900],
    ['pm', 29_900],
    ['full', 49_900],
  ] as const)('of the %s is booked and paid outside in one decision, at the listed price', (claim, price) => {
    const decision = book(claim);
    expect(eventsOf(decision)).toMatchObject([
      { type: 'SlotHeld', data: { method: 'owner', price, account: null, personal: facts.PERSONAL } },
      { type: 'PaidOutside', data: { payment: outsidePayment('b1'), amount: price, currency: 'usd', admin: 'a1' } },
      { type: 'BookingConfirmed', data: { date: DATE, price, freeChangesThrough: '2027-03-14' } },
    ]);
    expect(decision).toMatchObject({ day: [{ type: 'UnitsConfirmed', data: { booking: 'b1' } }] });
    expect(taken(claim)).toMatchObject({ status: 'confirmed', wasConfirmed: true, checkouts: [] });
  });

  test.each([
    ['booked', bookedByAnother('am')],
    ['held', heldByAnother('am')],
    ['closed', { day: [{ type: 'UnitsClosed', data: { units: ['am'], admin: 'a1' } }] } satisfies Past],
  ])('is refused for time that is %s', (_, past) => {
    expect(book('am', {}, past)).toEqual({ refusal: 'slot-taken' });
    expect(book('full', {}, past)).toEqual({ refusal: 'slot-taken' });
    expect(isRefusal(book('pm', {}, past))).toBe(false);
  });

  test('can be made until its first unit starts', () => {
    expect(isRefusal(book('am', { time: time(MORNING_STARTS - 1) }))).toBe(false);
    expect(book('am', { time: time(MORNING_STARTS) })).toEqual({ refusal: 'too-soon' });
    expect(book('full', { time: time(MORNING_STARTS) })).toEqual({ refusal: 'too-soon' });
    expect(isRefusal(book('pm', { time: time(MORNING_STARTS) }))).toBe(false);
  });

  test('can be made beyond the booking window of customers, for a year', () => {
    expect(whenOwnerCanBook(addDays(time().today, 366), ['am'], time())).toBe('open');
    expect(whenOwnerCanBook(addDays(time().today, 367), ['am'], time())).toBe('too-far');
    expect(book('am', { date: '2072-03-16' })).toEqual({ refusal: 'too-far' });
  });

  test('refills the late cancellation of its time', () => {
    const old = given(held('am'), confirmed('am'), forfeited('am')).state;
    const request = call('am', { booking: 'new', time: time(EVE) });
    expect(bookByPhone({ booking: null, day: old.day, forfeited: { b1: old.booking } }, request)).toMatchObject({
      day: [{ type: 'UnitsConfirmed' }, { type: 'UnitsRefilled', data: { booking: 'b1', by: 'new' } }],
      forfeited: { b1: [{ type: 'SlotRefilled' }, { type: 'RefundRequested', data: { cause: 'refilled' } }] },
    });
    expect(bookByPhone({ booking: null, day: old.day }, request)).toEqual({ refusal: 'changed-meanwhile' });
  });
});

describe('money that was paid outside', () => {
  test('is owed by the owner after a cancellation in time, and no provider refunds it', () => {
    const cancelled = cancelBooking(
      { booking: taken('am'), day: DAY },
      { booking: 'b1', by: 'customer', now: NOW, timeZone: ZONE },
    );
    expect(cancelled).toMatchObject({ booking: [{ type: 'BookingCancelled' }, OWED] });
    const booking = taken('am', OWED);
    expect(findOpenRefund(booking, 'outside-b1')).toBeNull();
    const outcome = { payment: 'outside-b1', kind: 'succeeded', refund: 're1' } as const;
    expect(recordRefund({ booking }, outcome)).toEqual({ booking: [] });
  });

  test('is owed once the owner refunds a late cancellation', () => {
    const booking = taken('am', ...(forfeited('am').booking ?? []));
    expect(refundForfeiture({ booking, day: DAY }, 'b1', 'a1')).toMatchObject({
      booking: [{ type: 'RefundRequested', data: { cause: 'goodwill', outside: true, admin: 'a1' } }],
    });
  });

  test('is settled once', () => {
    const request = { payment: 'outside-b1', admin: 'a1' };
    const settled: BookingEvent = { type: 'RefundSettled', data: request };
    expect(settleRefund({ booking: taken('am', OWED) }, request)).toEqual({ booking: [settled] });
    expect(settleRefund({ booking: taken('am', OWED, settled) }, request)).toEqual({ refusal: 'refund-not-owed' });
    expect(settleRefund({ booking: taken('am') }, request)).toEqual({ refusal: 'refund-not-owed' });
    expect(settleRefund({ booking: null }, request)).toEqual({ refusal: 'unknown-booking' });
  });

  test('is not settled where the provider refunds', () => {
    const online = given(held('am'), confirmed('am'), {
      booking: [facts.refundRequested(facts.payment('am'), 'cancelled')],
    }).state.booking;
    expect(settleRefund({ booking: online }, { payment: 'pay1', admin: 'a1' })).toEqual({ refusal: 'refund-not-owed' });
  });
});
