import { describe, expect, test } from 'vitest';
import { type Expiry, type HoldRequest, holdSlot, swapHold } from '#events/booking/holding.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { EVERY_EVENT } from '../every-event.ts';
import * as facts from '../facts.ts';
import { given } from '../given.ts';

const { held, lapsed, heldByAnother, bookedByAnother, request, HALF_AN_HOUR_LATER } = facts;

describe('swapping a hold within its day', () => {
  const mine: Pick<Expiry, 'booking' | 'closed'> = { booking: 'b1', closed: [] };
  const other = (claim: Claim, change = {}) => request(claim, { booking: 'b3', person: 'p3', ...change });
  const taken = { refusal: 'slot-taken' };

  /** `b1` is the visitor's standing hold; the new booking has no past. */
  function swap(past: Pick<ReturnType<typeof given>, 'state'>, asked: HoldRequest, gives = mine) {
    const { booking: own, day } = past.state;
    return swapHold({ own, booking: null, day }, gives, asked);
  }

  const swaps: readonly (readonly [Claim, Claim])[] = [
    ['am', 'pm'],
    ['am', 'full'],
    ['full', 'pm'],
    ['full', 'am'],
  ];
  test.each(swaps)('the %s is given back and the %s held, in one decision', (from, to) => {
    const asked = other(to);
    const { units } = facts.slotHeld(to).data;
    const fresh = given().when((state) => holdSlot(state, asked));
    expect(swap(given(held(from)), asked)).toEqual({
      own: [{ type: 'HoldExpired', data: { cause: 'replaced' } }],
      booking: 'booking' in fresh && fresh.booking,
      day: [
        ...(lapsed(from).day ?? []),
        { type: 'UnitsHeld', data: { booking: 'b3', units, until: HALF_AN_HOUR_LATER } },
      ],
    });
  });

  test('the old hold stays when the requested slot is taken', () => {
    expect(swap(given(held('am'), heldByAnother('pm')), other('pm'))).toEqual(taken);
    expect(swap(given(held('am'), bookedByAnother('pm')), other('full'))).toEqual(taken);
  });

  test('the old hold stays while it has a checkout that is not closed', () => {
    const past = given(held('am'), { booking: [EVERY_EVENT.CheckoutOpened] });
    expect(swap(past, other('pm'))).toEqual({ refusal: 'checkout-open' });
    expect(swap(past, other('pm'), { ...mine, closed: ['c1'] })).toHaveProperty('own.0.type', 'HoldExpired');
  });
});
