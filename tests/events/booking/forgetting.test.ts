/** Guests who ask to be forgotten, and visitors who never paid. Kept visits that end are in `leaving.test.ts`. */
import { describe, expect, test } from 'vitest';
import type { BookingEvent } from '#events/booking/booking.ts';
import {
  type ForgetRequest,
  UNPAID_KEPT_MS,
  authorizeForgetting,
  endKeptVisit,
  forgetAt,
  forgetGuest,
  forgetUnpaid,
  forgetWithGuest,
} from '#events/booking/forgetting.ts';
import { claimBooking } from '#events/booking/booking-owner.ts';
import { capturePayment } from '#events/booking/paying.ts';
import type { AccountState } from '#events/account/account.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { DATE, HALF_AN_HOUR_LATER, NOW, ZONE, at, confirmed, held, lapsed, payment } = facts;
const LATE = at('2027-03-15T12:00:00-07:00');
const BEGUN = at('2027-03-16T08:00:00-07:00');
const OVER = at('2027-03-16T12:00:00-07:00');

const booked = [held('am'), confirmed('am')];
const FORGOTTEN: BookingEvent = { type: 'CustomerForgotten', data: { person: 'p1' } };
const REQUESTED: BookingEvent = { type: 'ForgettingRequested', data: { person: 'p1' } };
const forgotten: Past = { booking: [FORGOTTEN] };
const of = (account: string): Past => ({ booking: [{ type: 'BookingClaimed', data: { account } }] });

function asks(change: Partial<ForgetRequest> = {}): ForgetRequest {
  const from = { date: DATE, claim: 'am' } as const;
  return { booking: 'b1', visit: 'keep', from, expects: 'refund', now: NOW, timeZone: ZONE, ...change };
}

const forgets = (pasts: readonly Past[], change: Partial<ForgetRequest> = {}) =>
  given(...pasts).when((states) => forgetGuest(states, asks(change)));

describe('a guest who asks to be forgotten', () => {
  test('cancels a visit ahead by its rules and is forgotten in the same decision', () => {
    expect(forgets(booked, { visit: 'cancel' })).toEqual({
      booking: [
        { type: 'BookingCancelled', data: { by: 'customer' } },
        facts.refundRequested(payment('am'), 'cancelled'),
        FORGOTTEN,
      ],
      day: [{ type: 'UnitsReleased', data: { booking: 'b1', units: ['am'] } }],
    });
    const late = forgets(booked, { visit: 'cancel', expects: 'forfeit', now: LATE });
    expect(late).toMatchObject({
      booking: [{ type: 'BookingForfeited' }, FORGOTTEN],
      day: [{ type: 'UnitsForfeited' }],
    });
  });

  test('or keeps it and is forgotten once it is over', () => {
    const kept = forgets(booked);
    expect(kept).toEqual({ booking: [REQUESTED], day: [] });
    const { booking } = given(...booked, kept as Past).state;
    expect(forgetAt(booking, ZONE)).toBe(OVER);
    expect(endKeptVisit({ booking }, { now: OVER, timeZone: ZONE }).booking).toContainEqual(FORGOTTEN);
  });

  test('can change their mind about a visit that they kept', () => {
    const kept = [...booked, { booking: [REQUESTED] }];
    expect(forgets(kept)).toEqual({ booking: [], day: [] });
    expect(forgets(kept, { visit: 'cancel' })).toMatchObject({
      booking: [{ type: 'BookingCancelled' }, {}, FORGOTTEN],
    });
    const canceled: Past = { booking: [{ type: 'BookingCancelled', data: { by: 'customer' } }] };
    expect(forgets([...kept, canceled], { visit: null, expects: null })).toEqual({ booking: [FORGOTTEN], day: [] });
  });

  test('is forgotten at once when no visit is ahead, whatever was chosen before', () => {
    for (const visit of ['keep', 'cancel', null] as const) {
      expect(forgets(booked, { visit, now: OVER })).toEqual({ booking: [FORGOTTEN], day: [] });
      expect(forgets([...booked, facts.forfeited('am')], { visit, now: LATE })).toEqual({
        booking: [FORGOTTEN],
        day: [],
      });
    }
  });

  test('is forgotten once: the same request changes nothing more', () => {
    for (const visit of ['keep', 'cancel', null] as const)
      expect(forgets([...booked, forgotten], { visit })).toEqual({ booking: [], day: [] });
  });

  test('is refused what the page did not say: no choice, a worse outcome, another time, a visit that has begun', () => {
    expect(forgets(booked, { visit: null })).toMatchObject({ refusal: 'invalid' });
    expect(forgets(booked, { visit: 'cancel', expects: null })).toMatchObject({ refusal: 'terms-changed' });
    expect(forgets(booked, { visit: 'cancel', now: LATE })).toMatchObject({ refusal: 'terms-changed' });
    const elsewhere = { date: '2027-03-17', claim: 'am' } as const;
    expect(forgets(booked, { visit: 'cancel', from: elsewhere })).toMatchObject({ refusal: 'plans-changed' });
    expect(forgets(booked, { visit: 'cancel', now: BEGUN })).toMatchObject({ refusal: 'visit-started' });
    expect(forgets(booked, { from: elsewhere, now: BEGUN })).toEqual({ booking: [REQUESTED], day: [] });
  });

  test('is refused when an account owns the booking, which is forgotten with that', () => {
    expect(forgets([...booked, of('a1')])).toMatchObject({ refusal: 'has-account' });
    expect(forgets([])).toMatchObject({ refusal: 'unknown-booking' });
  });

  test('may repeat the request, and no other visitor may make it', () => {
    const states = { booking: given(...booked, forgotten).state.booking };
    const caller = { links: [], unmailedLinks: [], account: null, isOwnAddress: false, isHolder: false };
    expect(authorizeForgetting(states, { ...caller, links: [0] })).toBeNull();
    expect(authorizeForgetting(states, { ...caller, isHolder: true })).toBeNull();
    expect(authorizeForgetting(states, caller)).toMatchObject({ refusal: 'unknown-booking' });
  });

  test('leaves a booking that no account can adopt', () => {
    const account = { status: 'active', isVerified: true } as AccountState;
    const { booking } = given(...booked, forgotten).state;
    expect(claimBooking({ booking, account }, 'a1')).toMatchObject({ refusal: 'unknown-booking' });
  });
});

describe('the visitor of an unpaid hold', () => {
  const ended = [held('am'), lapsed('am')];
  const OLD = HALF_AN_HOUR_LATER + UNPAID_KEPT_MS;
  const asOf = (pasts: readonly Past[], now: number) => forgetUnpaid(given(...pasts).state, now).booking;

  test('is forgotten 30 days after the hold has ended, to the millisecond and once', () => {
    expect(asOf(ended, OLD - 1)).toEqual([]);
    expect(asOf(ended, OLD)).toEqual([FORGOTTEN]);
    expect(asOf([...ended, forgotten], OLD)).toEqual([]);
  });

  test('is not forgotten while the hold stands, or once it is paid', () => {
    expect(asOf([held('am')], OLD)).toEqual([]);
    expect(asOf(booked, OLD)).toEqual([]);
    expect(asOf([...ended, facts.lost('am')], OLD)).toEqual([]);
  });

  test('is forgotten at once when the same guest is, once and only after its end', () => {
    const withGuest = (pasts: readonly Past[]) => forgetWithGuest(given(...pasts).state).booking;
    expect(withGuest(ended)).toEqual([FORGOTTEN]);
    expect(withGuest([...ended, forgotten])).toEqual([]);
    expect(withGuest([held('am')])).toEqual([]);
    expect(withGuest(booked)).toEqual([]);
  });

  test('is not forgotten while a payment of a wrong amount is on its way back', () => {
    const wrong = payment('am', { amount: 100 });
    const paid: Past = { booking: [facts.captured(wrong), facts.refundRequested(wrong, 'wrong-amount')] };
    const returned: Past = { booking: [{ type: 'RefundSucceeded', data: { payment: 'pay1', refund: 'r1' } }] };
    expect(asOf([...ended, paid], OLD)).toEqual([]);
    expect(asOf([...ended, paid, returned], OLD)).toEqual([FORGOTTEN]);
  });

  test('gets a refund of a payment that arrives afterwards, though the time is still open', () => {
    const past = given(...ended, forgotten);
    expect(past.when((states) => capturePayment(states, payment('am'), facts.context()))).toEqual({
      booking: [facts.captured(payment('am')), facts.refundRequested(payment('am'), 'traded')],
      day: [],
    });
  });
});
