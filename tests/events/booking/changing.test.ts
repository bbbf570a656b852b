import { describe, expect, test } from 'vitest';
import {
  type Cancellation,
  type Reschedule,
  canReschedule,
  cancelBooking,
  cancelOutcome,
  reschedule,
} from '#events/booking/changing.ts';
import { dayType } from '#events/day.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { ZONE, at, held, confirmed, forfeited, bookedByAnother, refundRequested, payment, time } = facts;

const TARGET: CivilDate = '2027-03-20';
const MORNING = { date: facts.DATE, claim: 'am' } as const;
const FREE = dayType.initial;
const TAKEN = { ...FREE, am: { kind: 'booked', booking: 'b2' } } as const;
/** The last moment of free changes of a visit on March 16, and the first without. */
const LAST = at('2027-03-14T23:59:59.999-07:00');
const DEADLINE = at('2027-03-15T00:00:00-07:00');

function asked(claim: Claim, change: Partial<Reschedule> = {}): Reschedule {
  const from = { date: facts.DATE, claim };
  return { booking: 'b1', from, date: TARGET, claim, time: time(), ...change };
}

function moved(past: readonly Past[], request: Reschedule, target = FREE) {
  return given(...past).when((state) => reschedule({ ...state, target }, request));
}

const booked = (claim: Claim, change: Parameters<typeof confirmed>[1] = {}) => [held(claim), confirmed(claim, change)];

describe('a visit that is moved', () => {
  test.each(['am', 'pm', 'full'] as const)(
    'gives its %s back and takes the new one, and nothing is charged',
    (claim) => {
      const { units } = facts.slotHeld(claim).data;
      const from = { date: facts.DATE, units };
      expect(moved(booked(claim), asked(claim))).toEqual({
        booking: [
          {
            type: 'BookingRescheduled',
            data: { from, move: 1, date: TARGET, units, freeChangesThrough: '2027-03-18' },
          },
        ],
        day: [{ type: 'UnitsReleased', data: { booking: 'b1', units } }],
        target: [{ type: 'UnitsConfirmed', data: { booking: 'b1', units } }],
      });
    },
  );

  test('stays where it is when the new slot is taken', () => {
    expect(moved(booked('am'), asked('am'), TAKEN)).toEqual({ refusal: 'slot-taken' });
    expect(moved(booked('full'), asked('full'), TAKEN)).toEqual({ refusal: 'slot-taken' });
    const day = [...booked('am'), bookedByAnother('pm')];
    const within = given(...day).when((state) => reschedule(state, asked('pm', { from: MORNING, date: facts.DATE })));
    expect(within).toEqual({ refusal: 'slot-taken' });
  });

  test('once it was moved, the new day says until when it can be moved again', () => {
    const from = { date: facts.DATE, units: ['am'] as const };
    const again: Past = {
      booking: [
        {
          type: 'BookingRescheduled',
          data: { from, move: 1, date: TARGET, units: ['am'], freeChangesThrough: '2027-03-18' },
        },
      ],
    };
    const { booking } = given(...booked('am'), again).state;
    expect(booking).toMatchObject({ status: 'confirmed', date: TARGET, units: ['am'], moves: 1 });
    expect(canReschedule(booking!, time(at('2027-03-18T23:59:59.999-07:00')))).toBe(true);
    expect(canReschedule(booking!, time(at('2027-03-19T00:00:00-07:00')))).toBe(false);
  });

  test('cannot be moved when it was booked too late for free changes, and not by moving it escape the rule', () => {
    const late = booked('am', { freeChangesThrough: null });
    expect(moved(late, asked('am', { time: time(DEADLINE) }))).toEqual({ refusal: 'too-late' });
  });

  test('meanwhile is found where it is now: a decision over the day it has left is refused', () => {
    const elsewhere = booked('am', { date: TARGET });
    const gone: Past = { day: [{ type: 'UnitsReleased', data: { booking: 'b1', units: ['am'] } }] };
    const from = { date: TARGET, claim: 'am' } as const;
    const request = asked('am', { from, date: '2027-03-22' });
    expect(moved([...elsewhere, gone], request)).toEqual({ refusal: 'changed-meanwhile' });
    expect(cancel([...elsewhere, gone])).toEqual({ refusal: 'changed-meanwhile' });
  });
});

function cancel(past: readonly Past[], change: Partial<Cancellation> = {}) {
  const request: Cancellation = { booking: 'b1', by: 'customer', now: facts.NOW, timeZone: ZONE, ...change };
  return given(...past).when((state) => cancelBooking(state, request));
}

function cancelled(claim: Claim, by: 'customer' | 'owner' = 'customer') {
  const { units } = facts.slotHeld(claim).data;
  const cause = by === 'owner' ? ('cancelled-by-owner' as const) : ('cancelled' as const);
  return {
    booking: [{ type: 'BookingCancelled', data: { by } }, refundRequested(payment(claim), cause)],
    day: [{ type: 'UnitsReleased', data: { booking: 'b1', units } }],
  };
}

describe('a cancellation', () => {
  test.each(['am', 'pm', 'full'] as const)('on time frees the %s and gives all money back', (claim) => {
    expect(cancel(booked(claim))).toEqual(cancelled(claim));
    expect(cancel(booked(claim), { now: LAST, expects: 'refund' })).toEqual(cancelled(claim));
  });

  test.each(['am', 'pm', 'full'] as const)('too late frees the %s and keeps the money', (claim) => {
    expect(cancel(booked(claim), { now: DEADLINE, expects: 'forfeit' })).toEqual(forfeited(claim));
    expect(cancel(booked(claim), { now: facts.MORNING_STARTS - 1 })).toEqual(forfeited(claim));
  });

  test('that was shown as refunded does not keep the payment when the deadline passes before the button is pressed', () => {
    expect(cancel(booked('am'), { now: DEADLINE, expects: 'refund' })).toEqual({ refusal: 'terms-changed' });
  });

  test('by the owner gives all money back at any time', () => {
    for (const now of [facts.NOW, DEADLINE, facts.MORNING_STARTS]) {
      expect(cancel(booked('am'), { by: 'owner', now })).toEqual(cancelled('am', 'owner'));
    }
  });

  test('refunds what was kept, and nothing that is already refunded', () => {
    const twice: Past = {
      booking: [
        facts.captured(payment('am', { payment: 'pay2' })),
        refundRequested(payment('am', { payment: 'pay2' }), 'paid-twice'),
      ],
    };
    expect(cancel([...booked('am'), twice])).toEqual(cancelled('am'));
  });
});

test.each([
  // Clocks go ahead in the night to Sunday, March 14, 2027, and back in the night to Sunday, November 7, 2027.
  ['2027-03-15', '2027-03-13T23:59:59.999-08:00', '2027-03-14T00:00:00-08:00'],
  ['2027-03-16', '2027-03-14T23:59:59.999-07:00', '2027-03-15T00:00:00-07:00'],
  ['2027-11-08', '2027-11-06T23:59:59.999-07:00', '2027-11-07T00:00:00-07:00'],
  ['2027-11-09', '2027-11-07T23:59:59.999-08:00', '2027-11-08T00:00:00-08:00'],
] as const)('a visit on %s is free to change until %s, and costs its payment from %s', (date, last, deadline) => {
  const through = date.replace(/\d\d$/, (day) => String(Number(day) - 2).padStart(2, '0')) as CivilDate;
  const { booking } = given(...booked('am', { date, freeChangesThrough: through })).state;
  const before = { now: at(last), timeZone: ZONE };
  const after = { now: at(deadline), timeZone: ZONE };
  expect([cancelOutcome(booking!, before), canReschedule(booking!, before)]).toEqual(['refund', true]);
  expect([cancelOutcome(booking!, after), canReschedule(booking!, after)]).toEqual(['forfeit', false]);
});
