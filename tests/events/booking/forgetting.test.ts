/** Guests who ask to be forgotten, and visitors who never paid. Kept visits that end are in `leaving.test.ts`. */
import { describe, expect, test } from 'vitest';
import type { BookingEvent } from '#events/booking/booking.ts';
import { type ForgetRequest, UNPAID_KEPT_MS, forgetGuest, forgetUnpaid } from '#events/booking/forgetting.ts';
import { capturePayment } from '#events/booking/paying.ts';
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

  test('is forgotten at once when no visit is ahead, whatever was chosen before', () => {
    for (const visit of ['keep', 'cancel', null] as const) {
      expect(forgets(booked, { visit, now: OVER })).toEqual({ booking: [FORGOTTEN], day: [] });
      expect(forgets([...booked, facts.forfeited('am')], { visit, now: LATE })).toEqual({
        booking: [FORGOTTEN],
        day: [],
      });
    }
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

  test('gets a refund of a payment that arrives afterwards, though the time is still open', () => {
    const past = given(...ended, forgotten);
    expect(past.when((states) => capturePayment(states, payment('am'), facts.context()))).toEqual({
      booking: [facts.captured(payment('am')), facts.refundRequested(payment('am'), 'traded')],
      day: [],
    });
  });
});
