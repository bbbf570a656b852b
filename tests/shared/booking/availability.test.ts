import { expect, test } from 'vitest';
import { type DayAvailability, type VisitorUnit, isOpen, openClaims, ownTimes } from '#shared/booking/availability.ts';

function day(am: VisitorUnit, pm: VisitorUnit): DayAvailability {
  return { date: '2027-03-16', am, pm, freeChangesThrough: '2027-03-14', shortNotice: false };
}

test('a half day is open when its unit is, whatever the other is', () => {
  expect(isOpen(day('open', 'gone'), 'am')).toBe(true);
  expect(isOpen(day('open', 'gone'), 'pm')).toBe(false);
});

test('a full day is open only when both units are', () => {
  expect(isOpen(day('open', 'open'), 'full')).toBe(true);
  expect(isOpen(day('open', 'gone'), 'full')).toBe(false);
  expect(isOpen(day('gone', 'open'), 'full')).toBe(false);
});

test("what the visitor's own hold has is open to that visitor", () => {
  expect(isOpen(day('yours', 'gone'), 'am')).toBe(true);
  expect(isOpen(day('yours', 'open'), 'full')).toBe(true);
  expect(isOpen(day('yours', 'gone'), 'full')).toBe(false);
});

test('the units of a visit are not open, and differ from held ones', () => {
  expect(isOpen(day('visit', 'open'), 'am')).toBe(false);
  expect(openClaims(day('visit', 'yours'), 'half-day')).toEqual(['pm']);
  expect(ownTimes([day('visit', 'yours')], 'visit')).toEqual([{ date: '2027-03-16', claim: 'am' }]);
  expect(ownTimes([day('yours', 'yours'), day('gone', 'open')], 'yours')).toEqual([
    { date: '2027-03-16', claim: 'full' },
  ]);
});

test('the open claims of a day are those of the session type, earliest first', () => {
  expect(openClaims(day('open', 'open'), 'half-day')).toEqual(['am', 'pm']);
  expect(openClaims(day('gone', 'open'), 'half-day')).toEqual(['pm']);
  expect(openClaims(day('gone', 'gone'), 'half-day')).toEqual([]);
  expect(openClaims(day('open', 'open'), 'full-day')).toEqual(['full']);
  expect(openClaims(day('gone', 'open'), 'full-day')).toEqual([]);
});
