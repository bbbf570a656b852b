import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { type DayAhead, beyondShare, dayAhead, withHolds, withoutHold } from '#events/booking/calendar-share.ts';
import { type DayState, dayType } from '#events/day.ts';
import { addDays } from '#shared/civil-date.ts';
import { UNITS } from '#shared/booking/session-type.ts';
import { DATE, HALF_AN_HOUR_LATER, NOW, time } from '../facts.ts';

const TODAY = '2027-03-09';
const UNTIL = HALF_AN_HOUR_LATER;

/** Free days from DATE on. */
function free(count: number): readonly DayAhead[] {
  const units = UNITS.map((unit) => ({ unit, hold: null }));
  return Array.from({ length: count }, (_, index) => ({ date: addDays(DATE, index), units }));
}

function full(index: number, booking = 'theirs') {
  return { booking, date: addDays(DATE, index), units: UNITS, until: UNTIL + index };
}

function isTheirs(booking: string): boolean {
  return booking === 'theirs';
}

/** When what they hold is too much, of these full days; null when it is not. `since` is the day that is asked for. */
function beyond(days: readonly DayAhead[], held: readonly number[], since: number, part = 1 / 2): number | null {
  const taken = withHolds(
    days,
    held.map((index) => full(index)),
  );
  return beyondShare(taken, addDays(DATE, since), { part, least: 2 }, isTheirs);
}

test('half of the days may be held, of the next ones and of all', () => {
  expect(beyond(free(8), [1, 3, 5, 7], 7)).toBeNull();
  expect(beyond(free(8), [1, 3, 5, 6, 7], 6)).toBe(UNTIL + 1);
  expect(beyond(free(8), [0, 1], 1)).toBe(UNTIL);
  expect(beyond(free(8), [0, 1], 0)).toBe(UNTIL);
});

test('so many can always be held, also when nothing else is left', () => {
  expect(beyond(free(1), [0], 0)).toBeNull();
  expect(beyond(free(8), [0], 0, 1 / 100)).toBeNull();
  expect(beyond(free(8), [0, 4], 4, 1 / 100)).toBe(UNTIL);
});

test('a hold of a later day is not refused for the days before it', () => {
  expect(beyond(free(8), [0, 1, 6], 6)).toBeNull();
});

test('what others hold leaves them their part', () => {
  const others = withHolds(free(8), [full(0, 'another'), full(2, 'another')]);
  expect(beyond(others, [1, 3], 3)).toBeNull();
});

test('a hold that is given up for another is theirs no more', () => {
  const days = withHolds(free(4), [full(0)]);
  expect(beyond(days, [3], 3)).toBeNull();
  expect(beyond(days, [1], 1)).toBe(UNTIL);
  expect(beyond(withoutHold(days, 'theirs'), [1], 1)).toBeNull();
});

test('a hold takes only what is free', () => {
  const days = withHolds(free(1), [full(0, 'another')]);
  expect(withHolds(days, [full(0)])).toEqual(days);
});

test('whatever is held within the share leaves the rest at every horizon', () => {
  const indexes = array(integer({ min: 0, max: 29 }), { maxLength: 60 });
  assert(
    property(indexes, (wishes) => {
      let days = free(30);
      for (const index of wishes) {
        const next = withHolds(days, [full(index)]);
        if (beyondShare(next, addDays(DATE, index), { part: 1 / 2, least: 2 }, isTheirs) === null) days = next;
      }
      let held = 0;
      for (const [index, { units }] of days.entries()) {
        held += units.filter(({ hold }) => hold !== null).length;
        expect(held).toBeLessThanOrEqual(Math.max(2, index + 1));
      }
    }),
  );
});

test('only units that can still be sold count: not those booked, closed, begun or too soon', () => {
  const held = { kind: 'held', booking: 'b1', until: UNTIL } as const;
  const state = (change: Partial<DayState>): DayState => ({ ...dayType.initial, ...change });
  const units = (date: typeof DATE, day: DayState) => dayAhead(date, day, time(NOW)).units.map(({ unit }) => unit);
  expect(units(DATE, state({}))).toEqual(['am', 'pm']);
  expect(units(DATE, state({ am: { kind: 'booked', booking: 'b1' } }))).toEqual(['pm']);
  expect(units(DATE, state({ pm: { kind: 'closed' } }))).toEqual(['am']);
  expect(dayAhead(DATE, state({ am: held }), time(NOW)).units[0]).toEqual({
    unit: 'am',
    hold: { booking: 'b1', until: UNTIL },
  });
  expect(units(TODAY, state({}))).toEqual(['pm']);
});
