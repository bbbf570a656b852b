import { describe, expect, test } from 'vitest';
import { type BookingEvent, bookingType } from '#events/booking/booking.ts';
import { type Reschedule, rescheduleOntoHold } from '#events/booking/changing.ts';
import { type DayEvent, dayType } from '#events/day.ts';
import { fold } from '#events/event.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { EVERY_EVENT } from '../every-event.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { DATE, held, confirmed, time } = facts;
const TARGET: CivilDate = '2027-03-20';
const HOLD = { booking: 'h1', closed: ['c1'] };

/** The customer's own hold, `h1`, with a checkout. */
function hold(date: CivilDate, claim: Claim) {
  const slotHeld = facts.slotHeld(claim);
  const { units } = slotHeld.data;
  const booking: BookingEvent[] = [{ ...slotHeld, data: { ...slotHeld.data, date } }, EVERY_EVENT.CheckoutOpened];
  const day: DayEvent[] = [{ type: 'UnitsHeld', data: { booking: 'h1', units, until: facts.HALF_AN_HOUR_LATER } }];
  return { own: fold(bookingType, booking), day, units };
}

const booked = (claim: Claim): Past[] => [held(claim), confirmed(claim)];

function asked(claim: Claim, change: Partial<Reschedule> = {}): Reschedule {
  return { booking: 'b1', from: { date: DATE, claim }, date: TARGET, claim, time: time(), ...change };
}

describe('a visit that is moved onto a time that its customer holds', () => {
  test.each<[visit: Claim, hold: Claim]>([
    ['am', 'am'],
    ['am', 'full'],
    ['full', 'pm'],
    ['full', 'full'],
  ])('has it, a %s, and the hold, a %s, ends as one that was traded', (claim, heldClaim) => {
    const { own, day: ofHold, units: heldUnits } = hold(TARGET, heldClaim);
    const target = fold(dayType, ofHold);
    const { units } = facts.slotHeld(claim).data;
    const outcome = given(...booked(claim)).when((state) =>
      rescheduleOntoHold({ ...state, own, target }, HOLD, asked(claim)),
    );
    expect(outcome).toMatchObject({
      own: [{ type: 'HoldExpired', data: { cause: 'replaced' } }],
      booking: [{ type: 'BookingRescheduled', data: { date: TARGET, units } }],
      day: [{ type: 'UnitsReleased', data: { booking: 'b1', units } }],
      target: [
        { type: 'UnitsReleased', data: { booking: 'h1', units: heldUnits } },
        { type: 'UnitsConfirmed', data: { booking: 'b1', units } },
      ],
    });
  });

  test('has it within its own day, too', () => {
    const { own, day } = hold(DATE, 'pm');
    const request = asked('pm', { from: { date: DATE, claim: 'am' }, date: DATE });
    const outcome = given(...booked('am'), { day }).when((state) =>
      rescheduleOntoHold({ ...state, own }, HOLD, request),
    );
    expect(outcome).toMatchObject({
      own: [{ type: 'HoldExpired' }],
      day: [
        { type: 'UnitsReleased', data: { booking: 'h1', units: ['pm'] } },
        { type: 'UnitsReleased', data: { booking: 'b1', units: ['am'] } },
        { type: 'UnitsConfirmed', data: { booking: 'b1', units: ['pm'] } },
      ],
    });
  });

  test('stays, and so does the hold, when the move is refused or the hold could still be paid', () => {
    const { own, day } = hold(TARGET, 'am');
    const move = (change: Partial<Reschedule>, closed: readonly string[] = ['c1'], others: readonly DayEvent[] = []) =>
      given(...booked('full')).when((state) =>
        rescheduleOntoHold(
          { ...state, own, target: fold(dayType, [...day, ...others]) },
          { booking: 'h1', closed },
          asked('full', change),
        ),
      );
    const late = { time: time(facts.at('2027-03-15T00:00:00-07:00')) };
    expect(move(late)).toEqual({ refusal: 'too-late' });
    expect(move({}, [])).toEqual({ refusal: 'checkout-open' });
    const taken = { type: 'UnitsConfirmed', data: { booking: 'b2', units: ['pm'] } } as const;
    expect(move({}, ['c1'], [taken])).toEqual({ refusal: 'slot-taken' });
  });

  test('stays where the hold has just been paid', () => {
    const { day } = hold(TARGET, 'am');
    const own = given(held('am'), confirmed('am')).state.booking;
    const paid: DayEvent = { type: 'UnitsConfirmed', data: { booking: 'h1', units: ['am'] } };
    const outcome = given(...booked('am')).when((state) =>
      rescheduleOntoHold({ ...state, own, target: fold(dayType, [...day, paid]) }, HOLD, asked('am')),
    );
    expect(outcome).toEqual({ refusal: 'slot-taken' });
  });
});
