import { describe, expect, test } from 'vitest';
import { type AccountEvent, accountType } from '#events/account/account.ts';
import { bookingType } from '#events/booking/booking.ts';
import { fold } from '#events/event.ts';
import { type AddressChange, changeAddress } from '#events/booking/new-address.ts';
import { VERIFIED, changeRequested, registered } from '../account/account-facts.ts';
import { EVERY_EVENT } from '../every-event.ts';
import * as facts from '../facts.ts';
import { type Past, frozen } from '../given.ts';

const { HALF_AN_HOUR_LATER, NOW, ZONE, at, confirmed, forfeited, held, lapsed, payment } = facts;
const NEXT = 'reyes@example.com';
const CLAIMED: Past = { booking: [{ type: 'BookingClaimed', data: { account: 'a1' } }] };
const OF_OTHERS: Past = { booking: [{ type: 'BookingClaimed', data: { account: 'a2' } }] };
const OVER = at('2027-03-16T12:00:00-07:00');
const HALFWAY: readonly AccountEvent[] = [
  registered(),
  VERIFIED,
  changeRequested(),
  { type: 'EmailChangeConfirmed', data: { change: 'c1', side: 'new' } },
];
const CHANGED = [
  { type: 'EmailChangeConfirmed', data: { change: 'c1', side: 'old' } },
  {
    type: 'EmailChanged',
    data: { change: 'c1', person: 'p1', personal: { email: NEXT, previous: facts.PERSONAL.email } },
  },
];
const FOLLOWS = [{ type: 'CustomerEmailChanged', data: { person: 'p1', personal: { email: NEXT } } }];

function events(type: 'BookingForfeited' | 'ForfeitureFinalised' | 'RefundFailed' | 'RefundSucceeded'): Past {
  return { booking: [EVERY_EVENT[type]] };
}

function booking(...pasts: readonly Past[]) {
  return frozen(fold(bookingType, frozen(pasts.flatMap((past) => past.booking ?? []))));
}

function changes(change: Partial<AddressChange> = {}): AddressChange {
  const addresses = { email: NEXT, previous: facts.PERSONAL.email };
  const typed = new Map([['b1', 0]]);
  return { account: 'a1', change: 'c1', side: 'old', ...addresses, typed, now: NOW, timeZone: ZONE, ...change };
}

/** Given a booking with the address so far, when the last side confirms the change. */
function changed(pasts: readonly Past[], change: Partial<AddressChange> = {}) {
  const states = { account: fold(accountType, HALFWAY), bookings: { b1: booking(...pasts) } };
  return changeAddress(frozen(states), changes(change));
}

describe('with its account, the address of a booking changes', () => {
  test.each([
    ['that is held', [held('am'), CLAIMED], NOW],
    ['of a visit ahead', [held('am'), CLAIMED, confirmed('am')], NOW],
    ['of a visit that has begun', [held('am'), CLAIMED, confirmed('am')], OVER - 1],
    ['that was canceled late and may be refunded', [held('am'), CLAIMED, confirmed('am'), forfeited('am')], OVER],
    [
      'whose refund is under way',
      [
        held('am'),
        CLAIMED,
        { booking: [facts.captured(payment('am')), facts.refundRequested(payment('am'), 'traded')] },
      ],
      OVER,
    ],
  ] as const)('%s', (_, past, now) => {
    expect(changed(past, { now })).toEqual({ account: CHANGED, bookings: { b1: FOLLOWS } });
  });

  test.each([
    ['of a visit that is over', [held('am'), CLAIMED, confirmed('am')], OVER],
    ['whose hold has ended', [held('am'), CLAIMED, lapsed('am')], HALF_AN_HOUR_LATER],
    [
      'whose payment was kept for good',
      [held('am'), CLAIMED, confirmed('am'), forfeited('am'), events('ForfeitureFinalised')],
      OVER,
    ],
    ['of a guest', [held('am'), confirmed('am')], NOW],
    ['of another account', [held('am'), OF_OTHERS, confirmed('am')], NOW],
    ['whose customer is forgotten', [held('am'), CLAIMED, { booking: [EVERY_EVENT.CustomerForgotten] }], NOW],
  ] as const)('but not %s', (_, past, now) => {
    expect(changed(past, { now })).toEqual({ account: CHANGED, bookings: { b1: [] } });
  });
});

describe('a change of address is decided again', () => {
  test('when a booking was corrected since its address was read', () => {
    const revised = { booking: [EVERY_EVENT.HoldRevised] };
    expect(changed([held('am'), CLAIMED, revised])).toEqual({ refusal: 'changed-meanwhile' });
    expect(changed([held('am'), CLAIMED, revised], { typed: new Map([['b1', 1]]) })).toMatchObject({
      bookings: { b1: [{ type: 'CustomerEmailChanged', data: { person: 'p2' } }] },
    });
  });
});
