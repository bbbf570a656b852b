import { describe, expect, test } from 'vitest';
import type { Booking } from '#events/booking/booking.ts';
import { type DayEvent, type DayState, dayType } from '#events/day.ts';
import { fold } from '#events/event.ts';
import { capturePayment } from '#events/booking/paying.ts';
import { finaliseForfeiture } from '#events/booking/refilling.ts';
import type { Claim, Unit } from '#shared/booking/session-type.ts';
import * as facts from '../facts.ts';
import { type Past, frozen, given } from '../given.ts';

const { DATE, ZONE, at, held, confirmed, forfeited, payment, refundRequested, MORNING_STARTS, AFTERNOON_STARTS } =
  facts;

/** The day before the visit, when a cancellation is late. */
const EVE = at('2027-03-15T12:00:00-07:00');
const TIME = { date: DATE, now: EVE, timeZone: ZONE };
const UNITS: Readonly<Record<Claim, readonly Unit[]>> = { am: ['am'], pm: ['pm'], full: ['am', 'pm'] };

function late(claim: Claim): readonly Past[] {
  return [held(claim), confirmed(claim), forfeited(claim)];
}

const forfeitedBooking = (claim: Claim): Booking => given(...late(claim)).state.booking!;

/** A day on which these bookings were cancelled late, one after the other, and some units are held by `new`. */
function day(forfeits: readonly (readonly [string, Claim])[], heldNow: Claim | null, ...more: DayEvent[]): DayState {
  const events: DayEvent[] = forfeits.map(([booking, claim]) => ({
    type: 'UnitsForfeited',
    data: { booking, units: UNITS[claim] },
  }));
  const hold: DayEvent[] = heldNow
    ? [{ type: 'UnitsHeld', data: { booking: 'new', units: UNITS[heldNow], until: EVE } }]
    : [];
  return frozen(fold(dayType, [...events, ...more, ...hold]));
}

/** `new`, which holds the claim, is paid. */
function sell(state: DayState, claim: Claim, now = EVE, known: Readonly<Record<string, Claim>> = { old: claim }) {
  const booking = given(held(claim)).state.booking!;
  const bookings = Object.entries(known).map(([id, its]) => [id, forfeitedBooking(its)]);
  return capturePayment({ booking, day: state, forfeited: Object.fromEntries(bookings) }, payment(claim), {
    booking: 'new',
    now,
    timeZone: ZONE,
  });
}

function refill(booking: string, units: readonly Unit[], by: string | null = 'new'): DayEvent {
  return { type: 'UnitsRefilled', data: { booking, units, by } };
}

function madeGood(claim: Claim) {
  const slot = { date: DATE, units: UNITS[claim] };
  return [{ type: 'SlotRefilled', data: slot }, refundRequested(payment(claim), 'refilled')];
}

describe('a late cancellation', () => {
  test.each(['am', 'pm', 'full'] as const)('of the %s is refunded in full once it is sold again', (claim) => {
    expect(sell(day([['old', claim]], claim), claim)).toMatchObject({
      day: [{ type: 'UnitsConfirmed' }, refill('old', UNITS[claim])],
      forfeited: { old: madeGood(claim) },
    });
  });

  test('of a full day is refunded when both halves are sold, and in no part before', () => {
    const half = sell(day([['old', 'full']], 'am'), 'am', EVE, { old: 'full' });
    expect(half).toMatchObject({ day: [{ type: 'UnitsConfirmed' }, refill('old', ['am'])] });
    expect(half).not.toHaveProperty('forfeited');
    const both = sell(day([['old', 'full']], 'pm', refill('old', ['am'])), 'pm', EVE, { old: 'full' });
    expect(both).toMatchObject({ forfeited: { old: madeGood('full') } });
  });

  test('gets the next sale only when no older one waits for it', () => {
    const two = day(
      [
        ['older', 'am'],
        ['younger', 'am'],
      ],
      'am',
    );
    const known = { older: 'am', younger: 'am' } as const;
    expect(sell(two, 'am', EVE, known)).toMatchObject({ forfeited: { older: madeGood('am') } });
    expect(sell(two, 'am', EVE, known)).not.toHaveProperty('forfeited.younger');
  });
});

describe('a forfeiture', () => {
  const final = (claim: Claim) => ({
    booking: [{ type: 'ForfeitureFinalised', data: { date: DATE, units: UNITS[claim] } }],
    day: [{ type: 'ForfeitureEnded', data: { booking: 'b1', cause: 'final' } }],
  });
  const finalise = (past: readonly Past[], now: number) =>
    given(...past).when((state) => finaliseForfeiture(state, 'b1', { ...TIME, now }));
  const NOTHING = { booking: [], day: [] };

  test.each([
    ['am', MORNING_STARTS],
    ['pm', AFTERNOON_STARTS],
    ['full', MORNING_STARTS],
  ] as const)('of the %s is final when its first unit begins, and once', (claim, start) => {
    expect(finalise(late(claim), start - 1)).toEqual(NOTHING);
    expect(finalise(late(claim), start)).toEqual(final(claim));
    expect(finalise([...late(claim), final(claim) as Past], start)).toEqual(NOTHING);
  });
});
