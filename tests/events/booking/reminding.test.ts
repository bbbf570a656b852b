import { describe, expect, test } from 'vitest';
import type { ReminderKind } from '#events/booking/booking.ts';
import { remind } from '#events/booking/reminding.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import * as facts from '../facts.ts';
import { type Past, given } from '../given.ts';

const { ZONE, at, held, confirmed, DATE } = facts;
const booked = [held('am'), confirmed('am')];

function reminders(kind: ReminderKind, now: number, past: readonly Past[] = booked, since = facts.NOW) {
  return given(...past).when((state) => remind(state, kind, { now, timeZone: ZONE, since })).booking;
}

const asked = (kind: ReminderKind, date: CivilDate = DATE): Past => ({
  booking: [{ type: 'ReminderRequested', data: { kind, date } }],
});

describe.each([
  ['last-free-day', '2027-03-14', '-08:00'],
  ['day-before', '2027-03-15', '-07:00'],
] as const)('the reminder of the %s', (kind, on, offsetAtMidnight) => {
  test('goes out on its day from nine in the morning to midnight', () => {
    const before = [at(`${on}T08:59:59.999-07:00`), at(`${on}T00:00:00-07:00`) - 86_400_000];
    const during = [at(`${on}T09:00:00-07:00`), at(`${on}T23:59:59.999-07:00`)];
    for (const now of [...before, at(`${on}T23:59:59.999-07:00`) + 1]) expect(reminders(kind, now)).toEqual([]);
    for (const now of during) expect(reminders(kind, now)).toEqual(asked(kind).booking);
  });

  test('is not sent to a customer who booked or moved the visit on that very day or later', () => {
    const now = at(`${on}T12:00:00-07:00`);
    const midnight = at(`${on}T00:00:00${offsetAtMidnight}`);
    expect(reminders(kind, now, booked, midnight)).toEqual([]);
    expect(reminders(kind, now, booked, midnight - 1)).toHaveLength(1);
  });
});

test('a visit that was moved is reminded of by its new day, although it was by its old one', () => {
  const from = { date: DATE, units: ['am'] as const };
  const moved: Past = {
    booking: [
      {
        type: 'BookingRescheduled',
        data: { from, move: 1, date: '2027-03-20', units: ['am'], freeChangesThrough: '2027-03-18' },
      },
    ],
  };
  const past = [...booked, asked('last-free-day'), moved];
  expect(reminders('last-free-day', at('2027-03-18T09:00:00-07:00'), past)).toEqual(
    asked('last-free-day', '2027-03-20').booking,
  );
  expect(reminders('day-before', at('2027-03-15T09:00:00-07:00'), past)).toEqual([]);
});
