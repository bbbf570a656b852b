import { expect, test } from 'vitest';
import { BOOKING, BUSINESS, PAGES, missing, visible } from './samples.ts';
import { dayBefore, lastFreeDay } from './written.ts';

test('the mail on the day before a visit says that free changes are over, and what canceling costs', () => {
  const mail = dayBefore({ ...BOOKING, areFreeChangesOver: true }, BUSINESS, PAGES);
  expect(
    missing(
      mail,
      'See you Tuesday, March 9 Hello',
      'Free changes ended Sunday, March 7, 2027, 11:59 pm (Pacific Time)',
      'It’s too late to move this visit. If you cancel now, we keep the payment, unless someone else books that time. Then you get a full refund.',
    ),
  ).toEqual([]);
  expect(visible(mail.html)).not.toContain('for free through');
});

test('before a full day the mail says that the whole day must be booked again', () => {
  const full = { ...BOOKING, service: 'full-day', claim: 'full' } as const;
  const words = 'unless someone else books that whole day. Then you get a full refund.';
  for (const mail of [
    dayBefore({ ...full, areFreeChangesOver: true }, BUSINESS, PAGES),
    lastFreeDay(full, BUSINESS, PAGES),
  ]) {
    expect(missing(mail, words)).toEqual([]);
  }
});

test('the mail on the last free day names the deadline, and the terms after it', () => {
  expect(
    missing(
      lastFreeDay(BOOKING, BUSINESS, PAGES),
      'you can move or cancel it for free through Sunday, March 7, 2027, 11:59 pm (Pacific Time).',
      'If you cancel after that, we keep the $299 you paid, unless someone else books that time. Then you get a full refund.',
    ),
  ).toEqual([]);
});
