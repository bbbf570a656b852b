import { describe, expect, test } from 'vitest';
import { accountType } from '#events/account/account.ts';
import { fold } from '#events/event.ts';
import { authorizeHolder, expireHold, holdSlot, isStanding, pricesFor, reviseHold } from '#events/booking/holding.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { DELETED, DISABLED, VERIFIED, registered } from '../account/account-facts.ts';
import * as facts from '../facts.ts';
import { given } from '../given.ts';

const { held, slotHeld, lapsed, confirmed, heldByAnother, bookedByAnother, request, NOW, HALF_AN_HOUR_LATER } = facts;

describe('holding a slot', () => {
  test.each(['am', 'pm', 'full'] as const)('a free %s is held for 30 minutes, in both streams at once', (claim) => {
    expect(given().when((state) => holdSlot(state, request(claim)))).toEqual(held(claim));
  });

  test('a half day costs $299 and a full day $499, fixed when it is held', () => {
    expect(given().when((state) => holdSlot(state, request('pm')))).toMatchObject({
      booking: [{ data: { service: 'half-day', price: 29_900, currency: 'usd' } }],
    });
    expect(given().when((state) => holdSlot(state, request('full')))).toMatchObject({
      booking: [{ data: { service: 'full-day', price: 49_900, currency: 'usd' } }],
    });
  });

  test('a standing hold keeps its price for times of its length, and no longer', () => {
    const { booking } = given({
      booking: [{ ...slotHeld('am'), data: { ...slotHeld('am').data, price: 27_900 } }],
    }).state;
    expect(pricesFor(booking, facts.time())).toEqual({ 'half-day': 27_900, 'full-day': 49_900 });
    expect(pricesFor(booking, facts.time(HALF_AN_HOUR_LATER))).toEqual({ 'half-day': 29_900, 'full-day': 49_900 });
    expect(pricesFor(null, facts.time())).toEqual({ 'half-day': 29_900, 'full-day': 49_900 });
  });

  test.each([
    ['am', 'pm'],
    ['pm', 'am'],
  ] as const)('the %s of a day is still free when another booking has its %s', (claim, other) => {
    expect(given(heldByAnother(other)).when((state) => holdSlot(state, request(claim)))).toEqual(held(claim));
    expect(given(bookedByAnother(other)).when((state) => holdSlot(state, request(claim)))).toEqual(held(claim));
  });

  const clashes: readonly (readonly [Claim, Claim])[] = [
    ['am', 'am'],
    ['pm', 'pm'],
    ['am', 'full'],
    ['pm', 'full'],
    ['full', 'am'],
    ['full', 'pm'],
    ['full', 'full'],
  ];
  test.each(clashes)('a request for %s is refused, recording nothing, when another booking has %s', (claim, theirs) => {
    const taken = { refusal: 'slot-taken' };
    expect(given(heldByAnother(theirs)).when((state) => holdSlot(state, request(claim)))).toEqual(taken);
    expect(given(bookedByAnother(theirs)).when((state) => holdSlot(state, request(claim)))).toEqual(taken);
  });

  test('an expired hold blocks others until its expiry is recorded', () => {
    const late = facts.time(HALF_AN_HOUR_LATER + 1);
    expect(given(heldByAnother('am')).when((state) => holdSlot(state, request('am', { time: late })))).toEqual({
      refusal: 'slot-taken',
    });
  });

  test('a booking holds one slot in its life, whatever its outcome', () => {
    const refusal = { refusal: 'already-held' };
    const again = request('pm');
    expect(given(held('am')).when((state) => holdSlot(state, again))).toEqual(refusal);
    expect(given(held('am'), lapsed('am')).when((state) => holdSlot(state, again))).toEqual(refusal);
    expect(given(held('am'), confirmed('am')).when((state) => holdSlot(state, again))).toEqual(refusal);
  });
});

describe('a hold of a signed-in visitor', () => {
  test.each([
    ['can sign in', [registered(), VERIFIED], null],
    ['is deleted', [registered(), VERIFIED, DELETED], { refusal: 'unknown-account' }],
    ['is disabled', [registered(), VERIFIED, DISABLED], { refusal: 'unknown-account' }],
    ['is not there', [], { refusal: 'unknown-account' }],
  ])('whose account %s', (_, past, refusal) => {
    expect(authorizeHolder({ account: fold(accountType, past) }, 'a1')).toEqual(refusal);
  });
});

describe('revising a hold', () => {
  const revision = {
    area: 'Ventura',
    tasks: ['painting', 'drywall-repair'],
    person: 'p2',
    personal: { ...facts.PERSONAL, name: 'Ada R.' },
  };
  const kept = { revision, account: null };

  test('the details of a standing hold can be corrected; its slot, price and time stay', () => {
    expect(given(held('am')).when((state) => reviseHold(state, kept, NOW))).toEqual({
      booking: [{ type: 'HoldRevised', data: revision }],
    });
  });

  test('a hold can be corrected until its 30 minutes are over, not after, though its expiry is not recorded', () => {
    const past = given(held('am'));
    expect(past.when((state) => reviseHold(state, kept, HALF_AN_HOUR_LATER - 1))).toHaveProperty('booking.0');
    expect(past.when((state) => reviseHold(state, kept, HALF_AN_HOUR_LATER))).toEqual({ refusal: 'not-held' });
  });
});

function opened(checkout: string, attempt: number) {
  return { type: 'CheckoutOpened', data: { checkout, attempt } } as const;
}

describe('expiring a hold', () => {
  const whenItLapses = { booking: 'b1', cause: 'lapsed', closed: [], now: HALF_AN_HOUR_LATER } as const;

  test.each(['am', 'pm', 'full'] as const)('after 30 minutes a hold of %s gives all of it back', (claim) => {
    expect(given(held(claim)).when((state) => expireHold(state, whenItLapses))).toEqual(lapsed(claim));
  });

  test('a hold that ends more than an hour ahead was made while the clock was ahead: it has lapsed', () => {
    const HOUR_BEFORE_ITS_END = HALF_AN_HOUR_LATER - 3_600_000;
    const early = { ...whenItLapses, now: HOUR_BEFORE_ITS_END - 1 };
    const state = given(held('am'));
    expect(state.when((states) => expireHold(states, early))).toEqual(lapsed('am'));
    expect(state.when(({ booking }) => isStanding(booking, HOUR_BEFORE_ITS_END - 1))).toBe(false);
    expect(state.when(({ booking }) => isStanding(booking, HOUR_BEFORE_ITS_END))).toBe(true);
  });

  test('a visitor who picks another slot gives the first back at once', () => {
    const replaced = { booking: 'b1', cause: 'replaced', closed: [], now: NOW + 1 } as const;
    expect(given(held('full')).when((state) => expireHold(state, replaced))).toEqual({
      booking: [{ type: 'HoldExpired', data: { cause: 'replaced' } }],
      day: [{ type: 'UnitsReleased', data: { booking: 'b1', units: ['am', 'pm'] } }],
    });
  });

  test('a hold with an open checkout stays, so that no freed slot can be paid', () => {
    const past = given(held('am'), { booking: [opened('c1', 1), opened('c2', 2)] });
    const expire = (closed: readonly string[]) => past.when((state) => expireHold(state, { ...whenItLapses, closed }));
    expect(expire([])).toEqual({ refusal: 'checkout-open' });
    expect(expire(['c1'])).toEqual({ refusal: 'checkout-open' });
    expect(expire(['c2', 'c1'])).toEqual(lapsed('am'));
  });
});
