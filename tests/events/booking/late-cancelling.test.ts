import { describe, expect, test } from 'vitest';
import { cancelBooking, cancelOutcome } from '#events/booking/changing.ts';
import type { DayEvent } from '#events/day.ts';
import { canBeRefilled } from '#events/booking/refilling.ts';
import type { Claim, Unit } from '#shared/booking/session-type.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { DATE, ZONE, at, held, confirmed, forfeited, refilled, heldByAnother, bookedByAnother } = facts;

/** Booking closes two hours before a unit starts. */
const MORNING_CLOSES = at('2027-03-16T05:00:00-07:00');
const AFTERNOON_CLOSES = at('2027-03-16T11:00:00-07:00');
const CLOSES = { am: MORNING_CLOSES, pm: AFTERNOON_CLOSES, full: MORNING_CLOSES } as const;

const booked = (claim: Claim): readonly Past[] => [held(claim), confirmed(claim)];
const late = (claim: Claim): readonly Past[] => [...booked(claim), forfeited(claim)];

describe.each(['am', 'pm', 'full'] as const)('cancelling the %s late', (claim) => {
  const last = CLOSES[claim] - 1;
  const outcome = (now: number) => cancelOutcome(given(...booked(claim)).state.booking!, { now, timeZone: ZONE });
  const cancel = (now: number, expects: 'refund' | 'forfeit' | 'keep') =>
    given(...booked(claim)).when((state) =>
      cancelBooking(state, { booking: 'b1', by: 'customer', expects, now, timeZone: ZONE }),
    );

  test('may give the money back while others can book all of its time, and not from then on', () => {
    expect([outcome(last), outcome(last + 1)]).toEqual(['forfeit', 'keep']);
  });

  test('is refused when a possible refund was shown that is no longer possible', () => {
    expect(cancel(last, 'forfeit')).toEqual(forfeited(claim));
    expect(cancel(last + 1, 'forfeit')).toEqual({ refusal: 'terms-changed' });
    expect(cancel(last + 1, 'refund')).toEqual({ refusal: 'terms-changed' });
    expect(cancel(last + 1, 'keep')).toEqual(forfeited(claim));
  });

  test('may refund more than was shown', () => {
    expect(cancel(last, 'keep')).toEqual(forfeited(claim));
    expect(cancel(facts.NOW, 'keep')).toMatchObject({ booking: [{ type: 'BookingCancelled' }, {}] });
  });
});

describe('a payment that was kept', () => {
  const canCome = (past: readonly Past[], now: number, booking = 'b1') =>
    canBeRefilled(given(...past).state.day, booking, { date: DATE, now, timeZone: ZONE });

  test.each(['am', 'pm', 'full'] as const)('can be refunded while all of the %s can be booked', (claim) => {
    expect(canCome(late(claim), CLOSES[claim] - 1)).toBe(true);
    expect(canCome(late(claim), CLOSES[claim])).toBe(false);
  });

  test('of a full day whose morning was sold again can be refunded while the afternoon can be booked', () => {
    const past = [...late('full'), refilled('am')];
    expect(canCome(past, AFTERNOON_CLOSES - 1)).toBe(true);
    expect(canCome(past, AFTERNOON_CLOSES)).toBe(false);
  });

  test('can be refunded while another visitor holds the slot unpaid, until its start', () => {
    const past = [...late('am'), heldByAnother('am')];
    expect(canCome(past, facts.MORNING_STARTS - 1)).toBe(true);
    expect(canCome(past, facts.MORNING_STARTS)).toBe(false);
    expect(canCome([...late('full'), heldByAnother('am')], MORNING_CLOSES)).toBe(true);
    expect(canCome([...late('full'), heldByAnother('pm')], MORNING_CLOSES)).toBe(false);
  });

  test('cannot be refunded by a hold that refills an older cancellation', () => {
    const older: DayEvent = { type: 'UnitsForfeited', data: { booking: 'older', units: ['am'] as readonly Unit[] } };
    const past = [{ day: [older] }, ...late('am'), heldByAnother('am')];
    expect([canCome(past, MORNING_CLOSES, 'older'), canCome(past, MORNING_CLOSES)]).toEqual([true, false]);
  });

  test('cannot be refunded once none of its units is waited for', () => {
    const final: DayEvent = { type: 'ForfeitureEnded', data: { booking: 'b1', cause: 'final' } };
    expect(canCome([...late('am'), { day: [final] }], facts.NOW)).toBe(false);
    expect(canCome([...booked('am'), bookedByAnother('pm')], facts.NOW)).toBe(false);
  });
});
