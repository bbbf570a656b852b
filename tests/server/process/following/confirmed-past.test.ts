import { expect, test } from 'vitest';
import { ConfirmedDay } from '#server/process/following/confirmed-past.ts';
import { at } from '../../../events/facts.ts';
import { HandClock } from '../../hand-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const EVENING = at('2027-03-09T23:30:00Z');
const TODAY = at('2027-03-09T00:00:00Z');
const TOMORROW = at('2027-03-10T00:00:00Z');

function looks(clock: HandClock, days: ConfirmedDay, minutes: number): number | null {
  let day: number | null = null;
  for (let minute = 0; minute < minutes; minute++) {
    clock.advance(MINUTE);
    day = days.look();
  }
  return day;
}

test('a day has begun once the clock has said so for an hour', () => {
  const clock = new HandClock(EVENING);
  const days = new ConfirmedDay(clock);
  expect(days.look()).toBeNull();
  expect(looks(clock, days, 59)).toBeNull();
  expect(looks(clock, days, 1)).toBe(TODAY);
  expect(looks(clock, days, 29)).toBe(TODAY);
  expect(looks(clock, days, 1)).toBe(TOMORROW);
});

test('a clock that is far ahead for less than an hour begins no day, however often', () => {
  const clock = new HandClock(EVENING);
  const days = new ConfirmedDay(clock);
  looks(clock, days, 60);
  for (let time = 0; time < 5; time++) {
    clock.setAhead(60 * 24 * HOUR);
    expect(looks(clock, days, 59)).toBeLessThanOrEqual(TOMORROW);
    clock.setBack(60 * 24 * HOUR);
    expect(looks(clock, days, 1)).toBeLessThanOrEqual(TOMORROW);
  }
});

test('a machine that slept for days has its day after an hour of looks', () => {
  const clock = new HandClock(EVENING);
  const days = new ConfirmedDay(clock);
  days.look();
  clock.advance(5 * 24 * HOUR);
  expect(days.look()).toBe(TODAY);
  expect(looks(clock, days, 60)).toBe(TODAY + 5 * 24 * HOUR);
});
