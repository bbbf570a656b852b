import { expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';
import { ALTERNATIVES, BOOKING, BUSINESS, missing } from './samples.ts';
import { paymentReturned, slotLost } from './written.ts';

test('the mail about a lost slot has an apology, the refund, and open slots', () => {
  const mail = slotLost(BOOKING, { reason: 'taken', cents: 29_900 }, ALTERNATIVES, BUSINESS);
  expect(mail.subject).toBe('Sorry: Tue, Mar 9, 7:00 am to noon was taken. You get your $299 back');
  expect(
    missing(
      mail,
      'We’re sorry',
      'By then, someone else had booked that time, so we couldn’t give it to you. We’re sorry.',
      'You don’t have a booking, and you won’t pay anything: all of your $299 goes back',
    ),
  ).toEqual([]);
  expect(
    missing(mail, ...ALTERNATIVES.map(({ words }) => words), 'See all open times', referenceOf(BOOKING.eventId)),
  ).toEqual([]);
  for (const { url } of ALTERNATIVES) {
    expect(mail.text).toContain(url);
    expect(mail.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
  }
});

test.each([
  [
    'paid-twice',
    'confirmed',
    'You paid twice: we’re sending $299.50 back, and your visit is still booked',
    'you paid twice for the visit below, so we’re sending one payment back. Your visit is still booked.',
  ],
  [
    'paid-twice',
    'cancelled',
    'You paid twice: we’re sending $299.50 back',
    'you paid twice for the visit below, so we’re sending one payment back. Your first payment isn’t affected by this.',
  ],
  [
    'traded',
    'expired',
    'We’re sending $299.50 back',
    'you paid for the time below after you had chosen another one, so we’re sending the money back. The time you chose instead isn’t affected by this.',
  ],
  [
    'wrong-amount',
    'held',
    'We’re sending $299.50 back',
    'you paid an amount that isn’t the price of the visit below, so we’re sending the money back. This payment didn’t book a visit.',
  ],
] as const)(
  'a payment that was %s, of a booking that is %s, is refunded with the reason',
  (cause, status, subject, why) => {
    const mail = paymentReturned(BOOKING, { cause, status, cents: 29_950, currency: 'usd' }, BUSINESS);
    expect(mail.subject).toBe(subject);
    expect(
      missing(mail, why, 'Amount $299.50', '7:00 am to noon (Pacific Time)', referenceOf(BOOKING.eventId)),
    ).toEqual([]);
  },
);
