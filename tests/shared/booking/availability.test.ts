import { expect, test } from 'vitest';
import { type DayAvailability, type VisitorUnit, isOpen } from '#shared/booking/availability.ts';

function day(am: VisitorUnit, pm: VisitorUnit): DayAvailability {
  return { date: '2027-03-16', am, pm, freeChangesThrough: '2027-03-14', shortNotice: false };
}

test('a half day is open when its unit is, whatever the other is', () => {
  expect(isOpen(day('open', 'gone'), 'am')).toBe(true);
  expect(isOpen(day('open', 'gone'), 'pm')).toBe(false);
});

test("what the visitor's own hold has is open to that visitor", () => {
  expect(isOpen(day('yours', 'gone'), 'am')).toBe(true);
  expect(isOpen(day('yours', 'open'), 'full')).toBe(true);
  expect(isOpen(day('yours', 'gone'), 'full')).toBe(false);
});
