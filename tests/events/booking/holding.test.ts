import { describe, expect, test } from 'vitest';
import { accountType } from '#events/account/account.ts';
import { fold } from '#events/event.ts';
import {
  type BookingAndDayEvents,
  type HoldRevision,
  authorizeHolder,
  expireHold,
  holdSlot,
  isStanding,
  openCheckout,
  pricesFor,
  reviseHold,
} from '#events/booking/holding.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { DELETED, DISABLED, VERIFIED, registered } from '../account/account-facts.ts';
import * as facts from '../facts.ts';
import { given } from '../given.ts';

const {
  held,
  slotHeld,
  lapsed,
  confirmed,
  heldByAnother,
  releasedByAnother,
  bookedByAnother,
  request,
  NOW,
  HALF_AN_HOUR_LATER,
} = facts;
const NOTHING = { booking: [], day: [] };

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

  test('a price that changed after the page showed it is refused, and taken once the page has shown it', () => {
    const prices = { 'half-day': 31_900, 'full-day': 52_900 };
    const changed = { refusal: 'price-changed' };
    expect(given().when((state) => holdSlot(state, request('am', { prices })))).toEqual(changed);
    expect(given().when((state) => holdSlot(state, request('am', { prices, price: 31_900 })))).toMatchObject({
      booking: [{ data: { price: 31_900 } }],
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

  test('a released slot can be held again', () => {
    const past = given(heldByAnother('full'), releasedByAnother('full'));
    expect(past.when((state) => holdSlot(state, request('full')))).toEqual(held('full'));
  });

  test('an expired hold blocks others until its expiry is recorded', () => {
    const late = facts.time(HALF_AN_HOUR_LATER + 1);
    expect(given(heldByAnother('am')).when((state) => holdSlot(state, request('am', { time: late })))).toEqual({
      refusal: 'slot-taken',
    });
  });

  test('a date that has passed is too soon and one beyond the window is too far', () => {
    const yesterday = request('am', { date: '2027-03-08' });
    const beyond = request('am', { date: '2027-05-09' });
    const last = request('am', { date: '2027-05-08' });
    expect(given().when((state) => holdSlot(state, yesterday))).toEqual({ refusal: 'too-soon' });
    expect(given().when((state) => holdSlot(state, beyond))).toEqual({ refusal: 'too-far' });
    expect(given().when((state) => holdSlot(state, last))).toHaveProperty('booking.0.data.date', '2027-05-08');
  });

  test('today at 10 the morning and the full day are closed and the afternoon is open', () => {
    const today = (claim: Claim) => request(claim, { date: '2027-03-09' });
    expect(given().when((state) => holdSlot(state, today('am')))).toEqual({ refusal: 'too-soon' });
    expect(given().when((state) => holdSlot(state, today('full')))).toEqual({ refusal: 'too-soon' });
    expect(given().when((state) => holdSlot(state, today('pm')))).toHaveProperty('day.0.data.units', ['pm']);
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
  test('says whose it is from the start', () => {
    const { booking } = given().when((state) =>
      holdSlot(state, request('am', { account: 'a1' })),
    ) as BookingAndDayEvents;
    expect(booking).toMatchObject([{ type: 'SlotHeld', data: { account: 'a1' } }]);
    expect(given({ booking }).state.booking?.account).toBe('a1');
  });

  test.each([
    ['can sign in', [registered(), VERIFIED], null],
    ['is deleted', [registered(), VERIFIED, DELETED], { refusal: 'unknown-account' }],
    ['is disabled', [registered(), VERIFIED, DISABLED], { refusal: 'unknown-account' }],
    ['is not there', [], { refusal: 'unknown-account' }],
  ])('whose account %s', (_, past, refusal) => {
    expect(authorizeHolder({ account: fold(accountType, past) }, 'a1')).toEqual(refusal);
  });

  test('asks nothing of a guest', () => {
    expect(authorizeHolder({}, null)).toBeNull();
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
  const revised = { type: 'HoldRevised', data: revision } as const;
  const claimed = { type: 'BookingClaimed', data: { account: 'a1' } } as const;

  test('the details of a standing hold can be corrected; its slot, price and time stay', () => {
    expect(given(held('am')).when((state) => reviseHold(state, kept, NOW))).toEqual({
      booking: [{ type: 'HoldRevised', data: revision }],
    });
  });

  test('the slot of a hold is no part of a revision', () => {
    const sly = { ...revision, claim: 'full', date: '2027-03-20', price: 1 };
    expect(given(held('am')).when((state) => reviseHold(state, { revision: sly, account: null }, NOW))).toEqual({
      booking: [{ type: 'HoldRevised', data: revision }],
    });
  });

  test('what is not held cannot be revised', () => {
    const refusal = { refusal: 'not-held' };
    expect(given().when((state) => reviseHold(state, kept, NOW))).toEqual(refusal);
    expect(given(held('am'), lapsed('am')).when((state) => reviseHold(state, kept, NOW))).toEqual(refusal);
    expect(given(held('am'), confirmed('am')).when((state) => reviseHold(state, kept, NOW))).toEqual(refusal);
  });

  test('a hold can be corrected until its 30 minutes are over, not after, though its expiry is not recorded', () => {
    const past = given(held('am'));
    expect(past.when((state) => reviseHold(state, kept, HALF_AN_HOUR_LATER - 1))).toHaveProperty('booking.0');
    expect(past.when((state) => reviseHold(state, kept, HALF_AN_HOUR_LATER))).toEqual({ refusal: 'not-held' });
  });

  test('a guest’s hold belongs to the account that its visitor has signed in to since, corrected or not', () => {
    const keep = (revised: HoldRevision | null) =>
      given(held('am')).when((state) => reviseHold(state, { revision: revised, account: 'a1' }, NOW));
    expect(keep(revision)).toEqual({ booking: [revised, claimed] });
    expect(keep(null)).toEqual({ booking: [claimed] });
  });

  test('an account’s hold is corrected by that account alone', () => {
    const past = given(held('am'), { booking: [claimed] });
    const by = (account: string | null) => past.when((state) => reviseHold(state, { revision, account }, NOW));
    expect(by('a1')).toEqual({ booking: [revised] });
    for (const account of ['a2', null]) expect(by(account)).toEqual({ refusal: 'not-held' });
  });

  test('nothing personal is added to a hold whose customer is forgotten', () => {
    const past = given(held('am'), { booking: [FORGOTTEN] });
    expect(past.when((state) => reviseHold(state, kept, NOW))).toEqual({ refusal: 'not-held' });
  });
});

const FORGOTTEN = { type: 'CustomerForgotten', data: { person: 'p1' } } as const;

function opened(checkout: string, attempt: number) {
  return { type: 'CheckoutOpened', data: { checkout, attempt } } as const;
}

describe('opening a checkout', () => {
  test('a checkout of a standing hold is recorded with the number of the attempt', () => {
    expect(given(held('am')).when((state) => openCheckout(state, 'c1', NOW))).toEqual({ booking: [opened('c1', 1)] });
    expect(given(held('am'), { booking: [opened('c1', 1)] }).when((state) => openCheckout(state, 'c2', NOW))).toEqual({
      booking: [opened('c2', 2)],
    });
  });

  test('no checkout opens for a hold whose customer is forgotten', () => {
    const past = given(held('am'), { booking: [FORGOTTEN] });
    expect(past.when((state) => openCheckout(state, 'c1', NOW))).toEqual({ refusal: 'not-held' });
  });

  test('a checkout is recorded once', () => {
    const past = given(held('am'), { booking: [opened('c1', 1), opened('c2', 2)] });
    expect(past.when((state) => openCheckout(state, 'c1', NOW))).toEqual({ booking: [] });
  });

  test('no checkout opens for what is not held', () => {
    const refusal = { refusal: 'not-held' };
    expect(given().when((state) => openCheckout(state, 'c1', NOW))).toEqual(refusal);
    expect(given(held('am'), lapsed('am')).when((state) => openCheckout(state, 'c1', NOW))).toEqual(refusal);
    expect(given(held('am'), confirmed('am')).when((state) => openCheckout(state, 'c1', NOW))).toEqual(refusal);
  });

  test('a checkout opens until the 30 minutes are over, not after, though the expiry is not recorded', () => {
    const past = given(held('am'));
    const open = (now: number) => past.when((state) => openCheckout(state, 'c1', now));
    expect(open(HALF_AN_HOUR_LATER - 1)).toEqual({ booking: [opened('c1', 1)] });
    expect(open(HALF_AN_HOUR_LATER)).toEqual({ refusal: 'not-held' });
  });
});

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

  test('a hold does not lapse a millisecond before its 30 minutes are over', () => {
    const early = { ...whenItLapses, now: HALF_AN_HOUR_LATER - 1 };
    expect(given(held('am')).when((state) => expireHold(state, early))).toEqual({ refusal: 'already-held' });
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

  test("only the booking's own units are given back", () => {
    const past = given(heldByAnother('pm'), held('am'));
    expect(past.when((state) => expireHold(state, whenItLapses))).toEqual(lapsed('am'));
  });

  test('a booking that is no longer held is left as it is', () => {
    const replaced = { ...whenItLapses, cause: 'replaced' } as const;
    for (const expiry of [whenItLapses, replaced]) {
      expect(given().when((state) => expireHold(state, expiry))).toEqual(NOTHING);
      expect(given(held('am'), lapsed('am')).when((state) => expireHold(state, expiry))).toEqual(NOTHING);
      expect(given(held('am'), confirmed('am')).when((state) => expireHold(state, expiry))).toEqual(NOTHING);
      const gone = given(held('am'), lapsed('am'), facts.lost('am'));
      expect(gone.when((state) => expireHold(state, expiry))).toEqual(NOTHING);
    }
  });
});
