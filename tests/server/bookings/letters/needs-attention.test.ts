import { expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';
import { BOOKING, BUSINESS, FAILED, missing } from './samples.ts';
import { mailParked, refundFailed } from './written.ts';

test('the mail about a failed refund names the booking, the reason and the next step', () => {
  const mail = refundFailed(FAILED, BOOKING, BUSINESS);
  expect(mail.subject).toBe('Needs attention: a refund of $299 failed');
  expect(
    missing(
      mail,
      referenceOf(BOOKING.eventId),
      'p1',
      'Canceled in time',
      '3 times',
      'timeout',
      'There’s nothing you need to do yet',
      'Ada Lovelace',
      '805 555 0101',
      'Tuesday, March 9, 2027, 7:00 am to noon (Pacific Time)',
    ),
  ).toEqual([]);
  expect(missing(refundFailed({ ...FAILED, attempts: 1 }, BOOKING, BUSINESS), 'Tried once')).toEqual([]);
});

test('the mail about a refund that keeps failing asks the owner to make it, and rules out a double refund', () => {
  const mail = refundFailed({ ...FAILED, attempts: 11 }, BOOKING, BUSINESS);
  expect(mail.subject).toBe('Needs attention: a refund of $299 keeps failing');
  expect(
    missing(mail, 'Please make the full refund of $299 yourself', 'never pay it out twice', '11 times', 'Ada Lovelace'),
  ).toEqual([]);
});

test('the mail about a refused mail names its subject, whom to call, and the reason', () => {
  const mail = mailParked({ cause: 'BookingConfirmed', reason: '422 validation_error' }, BOOKING, BUSINESS);
  expect(mail.subject).toBe('Needs attention: an email to a customer couldn’t be sent');
  expect(
    missing(
      mail,
      'It would have told them that the booking is confirmed.',
      'send the email again from your first page',
      'Ada Lovelace',
      '805 555 0101',
      'ada@example.com',
      'Tuesday, March 9, 2027, 7:00 am to noon (Pacific Time)',
      '422 validation_error',
      referenceOf(BOOKING.eventId),
    ),
  ).toEqual([]);
  expect(mail.html).toContain('href="tel:8055550101"');
});
