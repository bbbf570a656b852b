import { describe, expect, test } from 'vitest';
import { type Reschedule, reschedule } from '#events/booking/changing.ts';
import { type DayState, dayType } from '#events/day.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { held, confirmed, forfeited, time } = facts;
const TARGET: CivilDate = '2027-03-20';
const FREE = dayType.initial;
const booked = (claim: Claim) => [held(claim), confirmed(claim)];

function asked(claim: Claim, change: Partial<Reschedule> = {}): Reschedule {
  const from = { date: facts.DATE, claim };
  return { booking: 'b1', from, date: TARGET, claim, time: time(), admin: 'a1', ...change };
}

function moved(past: readonly Past[], request: Reschedule, target: DayState = FREE) {
  return given(...past).when((state) => reschedule({ ...state, target }, request));
}

describe('a visit that the owner moves for its customer', () => {
  test('takes the new units and frees the old ones at no charge, and the event names the admin', () => {
    const { units } = facts.slotHeld('full').data;
    expect(moved(booked('full'), asked('full'))).toEqual({
      booking: [
        {
          type: 'BookingRescheduled',
          data: {
            from: { date: facts.DATE, units },
            move: 1,
            date: TARGET,
            units,
            freeChangesThrough: '2027-03-18',
            admin: 'a1',
          },
        },
      ],
      day: [{ type: 'UnitsReleased', data: { booking: 'b1', units } }],
      target: [{ type: 'UnitsConfirmed', data: { booking: 'b1', units } }],
    });
  });

  test('moves after its free changes are over, after it has started, and after its day, until it is recorded', () => {
    const last = asked('am', { time: time(facts.MORNING_STARTS - 1) });
    expect(moved(booked('am'), last)).toMatchObject({ booking: [{ data: { freeChangesThrough: '2027-03-18' } }] });
    for (const begun of [facts.MORNING_STARTS, facts.AFTERNOON_STARTS, facts.MORNING_STARTS + 24 * 3_600_000]) {
      expect(moved(booked('am'), asked('am', { time: time(begun) }))).toMatchObject({
        booking: [{ data: { date: TARGET, admin: 'a1' } }],
        day: [{ type: 'UnitsReleased' }],
      });
    }
  });

  test.each([
    ['time-booked', { kind: 'booked', booking: 'b2' }],
    ['time-held', { kind: 'held', booking: 'b2', until: 1 }],
    ['time-closed', { kind: 'closed' }],
  ] as const)('stays where it is and says %s when part of the new time is taken', (refusal, pm) => {
    expect(moved(booked('full'), asked('full'), { ...FREE, pm })).toEqual({ refusal });
  });

  test.each<[string, readonly Past[]]>([
    ['held', [held('am')]],
    ['forfeited', [...booked('am'), forfeited('am')]],
    [
      'completed',
      [
        ...booked('am'),
        {
          booking: [
            { type: 'VisitCompleted', data: { date: facts.DATE, units: ['am'], by: 'a1', recordedAt: facts.NOW } },
          ],
        },
      ],
    ],
    [
      'a no-show',
      [
        ...booked('am'),
        {
          booking: [
            { type: 'NoShowRecorded', data: { date: facts.DATE, units: ['am'], by: 'a1', recordedAt: facts.NOW } },
          ],
        },
      ],
    ],
  ])('is refused while it is %s', (_, past) => {
    expect(moved(past, asked('am'))).toEqual({ refusal: 'not-confirmed' });
  });
});
