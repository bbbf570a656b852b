import { describe, expect, test } from 'vitest';
import type { Booking } from '#events/booking/booking.ts';
import { type DayEvent, type DayState, dayType } from '#events/day.ts';
import { fold } from '#events/event.ts';
import { capturePayment } from '#events/booking/paying.ts';
import { finalAt, finaliseForfeiture, refundAsGoodwill } from '#events/booking/refilling.ts';
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

  test('of a half day is refilled by a full day that covers it', () => {
    const outcome = sell(day([['old', 'pm']], 'full'), 'full', EVE, { old: 'pm' });
    expect(outcome).toMatchObject({ forfeited: { old: madeGood('pm') } });
  });

  test('of a full day is refunded when both halves are sold, and in no part before', () => {
    const half = sell(day([['old', 'full']], 'am'), 'am', EVE, { old: 'full' });
    expect(half).toMatchObject({ day: [{ type: 'UnitsConfirmed' }, refill('old', ['am'])] });
    expect(half).not.toHaveProperty('forfeited');
    const both = sell(day([['old', 'full']], 'pm', refill('old', ['am'])), 'pm', EVE, { old: 'full' });
    expect(both).toMatchObject({ forfeited: { old: madeGood('full') } });
  });

  test('is not refilled by a hold', () => {
    expect(day([['old', 'am']], 'am').forfeitures).toEqual([
      { booking: 'old', units: ['am'], waiting: ['am'], isOver: false },
    ]);
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

  test('and another one can be refilled by the two halves of one full day', () => {
    const two = day(
      [
        ['older', 'am'],
        ['younger', 'pm'],
      ],
      'full',
    );
    expect(sell(two, 'full', EVE, { older: 'am', younger: 'pm' })).toMatchObject({
      day: [{ type: 'UnitsConfirmed' }, refill('older', ['am']), refill('younger', ['pm'])],
      forfeited: { older: madeGood('am'), younger: madeGood('pm') },
    });
  });

  test('whose unit an older full day also waits for comes second, although the unit does not refill the older one', () => {
    const two = day(
      [
        ['older', 'full'],
        ['younger', 'am'],
      ],
      'am',
    );
    const outcome = sell(two, 'am', EVE, { older: 'full', younger: 'am' });
    expect(outcome).toMatchObject({ day: [{ type: 'UnitsConfirmed' }, refill('older', ['am'])] });
    expect(outcome).not.toHaveProperty('forfeited');
  });

  test('that can no longer be refilled does not take a sale from a younger one', () => {
    const two = day(
      [
        ['older', 'full'],
        ['younger', 'pm'],
      ],
      'pm',
    );
    const known = { older: 'full', younger: 'pm' } as const;
    expect(sell(two, 'pm', MORNING_STARTS - 1, known)).not.toHaveProperty('forfeited');
    expect(sell(two, 'pm', MORNING_STARTS, known)).toMatchObject({
      day: [{ type: 'UnitsConfirmed' }, refill('younger', ['pm'])],
      forfeited: { younger: madeGood('pm') },
    });
  });

  test('that the caller did not load is not passed over: the sale has to be decided again', () => {
    expect(sell(day([['old', 'am']], 'am'), 'am', EVE, {})).toEqual({ refusal: 'changed-meanwhile' });
  });

  test('that was refunded is not refunded again when its time is sold once more', () => {
    const again = day([['old', 'am']], 'am', refill('old', ['am']));
    expect(sell(again, 'am')).not.toHaveProperty('forfeited');
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

  test('of a full day whose morning was sold again waits for the afternoon', () => {
    const past = [...late('full'), facts.refilled('am')];
    expect(finalise(past, AFTERNOON_STARTS - 1)).toEqual(NOTHING);
    expect(finalise(past, AFTERNOON_STARTS)).toEqual(final('full'));
    expect(finalAt(given(...past).state.day, 'b1', TIME)).toBe(AFTERNOON_STARTS);
    const other = [...late('full'), facts.refilled('pm')];
    expect(finalise(other, MORNING_STARTS)).toEqual(final('full'));
  });

  test('that was refilled never becomes final', () => {
    const past: Past[] = [...late('am'), facts.refilled('am'), { booking: madeGood('am') as never }];
    expect(finalise(past, MORNING_STARTS)).toEqual(NOTHING);
    expect(given(...past).state.booking?.status).toBe('refunded');
  });

  test('can be refunded by hand, before it is final and after, once', () => {
    const refund = (past: readonly Past[]) => given(...past).when((state) => refundAsGoodwill(state, 'b1', 'a1'));
    const booking = [refundRequested(payment('am'), 'goodwill')];
    const ended = [{ type: 'ForfeitureEnded', data: { booking: 'b1', cause: 'goodwill' } }];
    expect(refund(late('am'))).toMatchObject({ booking, day: ended });
    expect(refund([...late('am'), final('am') as Past])).toMatchObject({ booking, day: [] });
    expect(refund([...late('am'), { booking, day: ended as never }])).toEqual({ refusal: 'not-forfeited' });
    expect(refund([held('am'), confirmed('am')])).toEqual({ refusal: 'not-forfeited' });
    expect(refund([])).toEqual({ refusal: 'unknown-booking' });
  });

  test('that was refunded by hand leaves the next sale to a younger one', () => {
    const ended: DayEvent = { type: 'ForfeitureEnded', data: { booking: 'older', cause: 'goodwill' } };
    const two = day(
      [
        ['older', 'am'],
        ['younger', 'am'],
      ],
      'am',
      ended,
    );
    expect(sell(two, 'am', EVE, { younger: 'am' })).toMatchObject({ forfeited: { younger: madeGood('am') } });
  });
});
