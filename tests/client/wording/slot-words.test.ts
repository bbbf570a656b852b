import { expect, test } from 'vitest';
import { changeWords } from '#client/wording/slot-words.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { slotWords } from '#shared/booking/hours.ts';

test('a slot is worded as date and hours', () => {
  expect(slotWords({ date: '2027-03-09', claim: 'am' })).toBe('Tue, Mar 9, 7:00 am to noon');
  expect(slotWords({ date: '2027-03-09', claim: 'pm' })).toBe('Tue, Mar 9, 1:00 pm to 6:00 pm');
  expect(slotWords({ date: '2027-03-09', claim: 'full' })).toBe('Tue, Mar 9, 7:00 am to 6:00 pm');
});

test('a day names the last day of free changes, and says that it is today or that it has passed', () => {
  const words = (freeChangesThrough: CivilDate | null) => changeWords({ freeChangesThrough }, '2027-03-07');
  expect(words('2027-03-08')).toBe('Move or cancel for free through Mon, Mar 8.');
  expect(words('2027-03-07')).toBe('Move or cancel for free until the end of today, Sun, Mar 7.');
  expect(words(null)).toBe('Too late to move or cancel for free.');
});
