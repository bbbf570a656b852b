import { expect, test } from 'vitest';
import { referenceOf } from '#shared/reference.ts';
import { ALTERNATIVES, BOOKING, BUSINESS, FAILED, missing } from './samples.ts';
import { paymentReturned, refundDelayed, refundFailed, slotLost } from './written.ts';

test('a lost slot is an apology, a refund, and what can be had instead', () => {
  const mail = slotLost(BOOKING, { reason: 'taken', cents: 29_900 }, ALTERNATIVES, BUSINESS);
  expect(mail.subject).toBe('Sorry: Tue, Mar 9, 7:00 am to noon was taken. You get your $299 back');
  expect(
    missing(mail, 'We’re sorry', 'You don’t have a booking, and you won’t pay anything: all of your $299 goes back'),
  ).toEqual([]);
  expect(
    missing(mail, ...ALTERNATIVES.map(({ words }) => words), 'See all open times', referenceOf(BOOKING.eventId)),
  ).toEqual([]);
  for (const { url } of ALTERNATIVES) {
    expect(mail.text).toContain(url);
    expect(mail.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
  }
});

test('a lost slot without alternatives leads to the calendar', () => {
  const mail = slotLost(BOOKING, { reason: 'begun', cents: 29_900 }, [], BUSINESS);
  expect(missing(mail, 'Nothing near that day is open right now.')).toEqual([]);
  expect(mail.text).toContain('https://oakstreet.example/book?service=half-day');
  expect(mail.html).not.toContain('what else is open');
});

test.each([
  [
    'paid-twice',
    'You paid twice: we’re sending $299.50 back, and your visit is still booked',
    'You paid twice for the same booking, so we’re sending one payment back.',
  ],
  [
    'traded',
    'We’re sending your $299.50 back',
    'reached us after you had given up that time, so we’re sending it back.',
  ],
  [
    'wrong-amount',
    'We’re sending your $299.50 back',
    'Your payment didn’t match the price, so it doesn’t count toward the booking. We’re sending it back.',
  ],
] as const)('a payment that was %s goes back with the reason', (cause, subject, why) => {
  const mail = paymentReturned(BOOKING, { cause, cents: 29_950, currency: 'usd' }, BUSINESS);
  expect(mail.subject).toBe(subject);
  expect(missing(mail, why, 'Amount $299.50', referenceOf(BOOKING.eventId))).toEqual([]);
});

test('money that is no dollars is not told as dollars', () => {
  const canadian = { cents: 29_900, currency: 'cad' };
  const unpaid = { ...BOOKING, policy: null };
  const mails = [
    paymentReturned(unpaid, { cause: 'wrong-amount', ...canadian }, BUSINESS),
    refundDelayed(unpaid, canadian, BUSINESS),
    refundFailed({ ...FAILED, ...canadian, policy: null }, BUSINESS),
  ];
  for (const mail of mails) {
    expect(mail.subject.replaceAll('\u00a0', ' ')).toContain('CAD 299.00');
    expect(mail.text + mail.html).not.toContain('$');
  }
});
