import { describe, expect, test } from 'vitest';
import type { Booking } from '#events/booking/booking.ts';
import { type Closure, closeDates } from '#events/booking/closing.ts';
import { type DayEvent, type DayState, dayType } from '#events/day.ts';
import { fold } from '#events/event.ts';
import type { Claim, Unit } from '#shared/booking/session-type.ts';
import { addDays } from '#shared/civil-date.ts';
import {
  DATE,
  HALF_AN_HOUR_LATER,
  MORNING_STARTS,
  NOW,
  ZONE,
  at,
  confirmed,
  forfeited,
  held,
  payment,
  refundRequested,
} from '../facts.ts';
import { frozen, given } from '../given.ts';

const NEXT = addDays(DATE, 1);
const EVE = at('2027-03-15T12:00:00-07:00');
const UNITS: Readonly<Record<Claim, readonly Unit[]>> = { am: ['am'], pm: ['pm'], full: ['am', 'pm'] };

/** A day after these events. */
function day(...events: DayEvent[]): DayState {
  return frozen(fold(dayType, events));
}

const closed = (...units: Unit[]): DayEvent => ({ type: 'UnitsClosed', data: { units, admin: 'a1' } });
const booked = (claim: Claim): DayEvent => ({ type: 'UnitsConfirmed', data: { booking: 'b1', units: UNITS[claim] } });
const holding = (claim: Claim): DayEvent => ({
  type: 'UnitsHeld',
  data: { booking: 'b2', units: UNITS[claim], until: HALF_AN_HOUR_LATER },
});
const late = (booking: string, claim: Claim): DayEvent => ({
  type: 'UnitsForfeited',
  data: { booking, units: UNITS[claim] },
});
const refilled = (booking: string, units: readonly Unit[], by: string | null = null): DayEvent => ({
  type: 'UnitsRefilled',
  data: { booking, units, by },
});

const forfeitedBooking = (claim: Claim): Booking =>
  given(held(claim), confirmed(claim), forfeited(claim)).state.booking!;

function madeGood(claim: Claim) {
  const slot = { date: DATE, units: UNITS[claim] };
  return [{ type: 'SlotRefilled', data: slot }, refundRequested(payment(claim), 'refilled')];
}

interface Asked extends Partial<Closure> {
  /** Late cancellations that the caller has loaded. */
  readonly known?: Readonly<Record<string, Claim>>;
  readonly now?: number;
}

/** The owner closes whole days, and accepts every refund, unless asked otherwise. */
function close(days: Readonly<Record<string, DayState>>, { known = {}, now = NOW, ...asked }: Asked = {}) {
  const bookings = Object.entries(known).map(([id, claim]) => [id, forfeitedBooking(claim)]);
  const closure = { units: UNITS.full, admin: 'a1', onlyFree: false, refunds: Object.keys(known), ...asked };
  return closeDates({ days, forfeited: Object.fromEntries(bookings) }, closure, { now, timeZone: ZONE });
}

describe('a closure', () => {
  test('takes the units of all its dates out of sale, and names the admin', () => {
    expect(close({ [DATE]: day(), [NEXT]: day() })).toEqual({
      days: { [DATE]: [closed('am', 'pm')], [NEXT]: [closed('am', 'pm')] },
      forfeited: {},
    });
    expect(close({ [DATE]: day(), [NEXT]: day() }, { units: ['pm'] })).toMatchObject({
      days: { [DATE]: [closed('pm')], [NEXT]: [closed('pm')] },
    });
  });

  test.each([
    ['booked', booked('am')],
    ['held', holding('am')],
  ])('over a %s unit is refused, on all its dates', (_, taken) => {
    expect(close({ [DATE]: day(), [NEXT]: day(taken) })).toEqual({ refusal: 'units-taken' });
    expect(close({ [DATE]: day(), [NEXT]: day(taken) }, { units: ['pm'] })).toMatchObject({
      days: { [DATE]: [closed('pm')], [NEXT]: [closed('pm')] },
    });
  });

  test('refills every late cancellation that waits for its units', () => {
    const days = { [DATE]: day(late('older', 'am'), late('younger', 'full')) };
    const known = { older: 'am', younger: 'full' } as const;
    expect(close(days, { units: ['am'], known, now: EVE })).toEqual({
      days: { [DATE]: [closed('am'), refilled('older', ['am']), refilled('younger', ['am'])] },
      forfeited: { older: madeGood('am') },
    });
    expect(close(days, { known, now: EVE })).toMatchObject({
      forfeited: { older: madeGood('am'), younger: madeGood('full') },
    });
  });

  test('after the time of a late cancellation has come does not refund it', () => {
    const days = { [DATE]: day(late('old', 'full')) };
    const known = { old: 'full' } as const;
    expect(close(days, { known, now: MORNING_STARTS })).toEqual({
      days: { [DATE]: [closed('pm')] },
      forfeited: {},
    });
  });

  test('that refunds a late cancellation is refused until the admin has accepted that', () => {
    const days = { [DATE]: day(late('old', 'am')) };
    const known = { old: 'am' } as const;
    expect(close(days, { known, refunds: [], now: EVE })).toEqual({ refusal: 'refunds-not-accepted' });
    expect(close(days, { known, refunds: ['other'], now: EVE })).toEqual({ refusal: 'refunds-not-accepted' });
    expect(close(days, { known, refunds: ['old'], now: EVE })).toMatchObject({ forfeited: { old: madeGood('am') } });
    expect(close(days, { units: ['pm'], known, refunds: [], now: EVE })).toMatchObject({
      days: { [DATE]: [closed('pm')] },
    });
  });
});
