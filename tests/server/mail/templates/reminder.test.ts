import { expect, test } from 'vitest';
import { dayBefore, lastFreeDay } from '#server/mail/templates/reminder.ts';
import { BOOKING, BUSINESS, PAGES, missing, visible } from './samples.ts';

test('the day before a visit its free changes are over, and the mail says what cancelling means now', () => {
  const mail = dayBefore(BOOKING, BUSINESS, PAGES);
  expect(
    missing(
      mail,
      'Free changes ended with Sunday, March 7, 2027',
      'If it is cancelled now, the payment is kept, unless somebody else books and pays for the time before it begins: then all of it goes back.',
    ),
  ).toEqual([]);
  expect(visible(mail.html)).not.toContain('costs nothing until then');
});

test('on the last free day the mail says until when, and what comes after', () => {
  expect(
    missing(
      lastFreeDay(BOOKING, BUSINESS, PAGES),
      'move or cancel it through Sunday, March 7, 2027, to the end of that day (Pacific Time): until then it costs nothing.',
      'After that the $299 you paid is kept, unless somebody else books and pays for the time before it begins.',
    ),
  ).toEqual([]);
});
