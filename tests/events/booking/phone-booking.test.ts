import { describe, expect, test } from 'vitest';
import { type Booking, type BookingEvent, bookingType } from '#events/booking/booking.ts';
import { cancelBooking } from '#events/booking/changing.ts';
import { findOpenRefund, recordRefund } from '#events/booking/paying.ts';
import { type PhoneRequest, bookByPhone, outsidePayment } from '#events/booking/phone-booking.ts';
import { type DayEvent, dayType } from '#events/day.ts';
import { fold } from '#events/event.ts';
import { isRefusal } from '#events/refusal.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import * as facts from '../facts.ts';
import { type Past, frozen, given } from '../given.ts';

const { DATE, NOW, ZONE, bookedByAnother, confirmed, forfeited, held, heldByAnother, time } = facts;
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
    const outcome = { type: 'RefundSucceeded', data: { payment: 'outside-b1', refund: 're1' } } as const;
    expect(recordRefund({ booking }, outcome)).toEqual({ booking: [] });
  });
});
