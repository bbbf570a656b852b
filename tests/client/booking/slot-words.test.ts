import { expect, test } from 'vitest';
import { LATE_TERMS, NOTICE_ADVICE, dayTerms, slotWords } from '#client/booking/slot-words.ts';

test('a slot reads as people say it', () => {
  expect(slotWords({ date: '2027-03-09', claim: 'am' })).toBe('Tue, Mar 9, 7:00 am to noon');
  expect(slotWords({ date: '2027-03-09', claim: 'pm' })).toBe('Tue, Mar 9, 1:00 pm to 6:00 pm');
  expect(slotWords({ date: '2027-03-09', claim: 'full' })).toBe('Tue, Mar 9, 7:00 am to 6:00 pm');
});

test('a day in good time only names the last day of free changes', () => {
  expect(dayTerms({ freeChangesThrough: '2027-03-07', shortNotice: false })).toEqual([
    'Move or cancel for free through Sun, Mar 7.',
  ]);
});

test('a day too soon says what a cancellation costs, and advises more notice', () => {
  expect(dayTerms({ freeChangesThrough: null, shortNotice: true })).toEqual([
    'Too late to move or cancel for free.',
    LATE_TERMS,
    NOTICE_ADVICE,
  ]);
  expect(NOTICE_ADVICE).toContain('24 to 48 hours');
});
