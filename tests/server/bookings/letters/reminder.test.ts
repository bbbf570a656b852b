import { expect, test } from 'vitest';
import { BOOKING, BUSINESS, PAGES, missing, visible } from './samples.ts';
import { dayBefore, lastFreeDay } from './written.ts';

test('the day before a visit its free changes are over, and the mail says what canceling means now', () => {
  const mail = dayBefore({ ...BOOKING, areFreeChangesOver: true }, BUSINESS, PAGES);
  expect(
    missing(
      mail,
      'See you Tuesday, March 9 Hello',
      'Free changes ended Sunday, March 7, 2027, 11:59 pm (Pacific Time)',
      'If you cancel now, we keep the payment, unless someone else books that time. Then you get a full refund.',
    ),
  ).toEqual([]);
  expect(visible(mail.html)).not.toContain('free until then');
});

test('on the last free day the mail says until when, and what comes after', () => {
  expect(
    missing(
      lastFreeDay(BOOKING, BUSINESS, PAGES),
      'you can move or cancel it for free through Sunday, March 7, 2027, 11:59 pm (Pacific Time).',
      'If you cancel after that, we keep the $299 you paid, unless someone else books that time. Then you get a full refund.',
    ),
  ).toEqual([]);
});
