import { expect, test } from 'vitest';
import { dayWords } from '#client/wording/slot-words.ts';
import { NOTICE_EXAMPLE } from '#client/wording/notice-example.ts';
import { freeChangesThrough } from '#events/booking/free-changes.ts';
import { longDate } from '#shared/civil-date.ts';
import { CURRENT_POLICY } from '#shared/booking/notice-policy.ts';

test('a day is named as today, as tomorrow or by its date', () => {
  expect(dayWords('2027-03-09', '2027-03-09')).toBe('Today, Tue, Mar 9');
  expect(dayWords('2027-03-10', '2027-03-09')).toBe('Tomorrow, Wed, Mar 10');
  expect(dayWords('2027-03-11', '2027-03-09')).toBe('Thu, Mar 11');
  expect(dayWords('2027-01-01', '2026-12-31')).toBe('Tomorrow, Fri, Jan 1');
});

test('the example of the notice rule follows the rule', () => {
  expect(NOTICE_EXAMPLE.visit).toBe('Saturday');
  expect(longDate(freeChangesThrough(CURRENT_POLICY, '2027-03-13'))).toBe(
    `${NOTICE_EXAMPLE.freeThrough}, March 11, 2027`,
  );
});
