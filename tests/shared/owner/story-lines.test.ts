import { expect, test } from 'vitest';
import { type StoryLine, oldSubject, storyWords } from '#shared/owner/story-lines.ts';

const ZONE = 'America/Los_Angeles';
const PLACE = { position: 1, at: 0, admin: null };
const PRICE = { cents: 29_900, currency: 'usd' };
const slot = { date: '2027-03-16', claim: 'am' } as const;

test.each<[StoryLine, string]>([
  [
    { ...PLACE, kind: 'SlotHeld', slot, ...PRICE, until: Date.parse('2027-03-09T10:30:00-08:00'), isByPhone: false },
    'The customer held Tue, Mar 16, 7:00 am to noon, for $299, until Tue, Mar 9, 10:30 am.',
  ],
  // Also recorded for a mail that was not sent, because an earlier one bounced.
  [{ ...PLACE, kind: 'MailReturned', how: 'bounced' }, 'The customer’s address bounces email. It gets no more.'],
  [{ ...PLACE, kind: 'PaymentCaptured', payment: 'pay1', ...PRICE }, '$299 was paid: pay1.'],
  [
    { ...PLACE, kind: 'BookingConfirmed', slot, ...PRICE, freeChangesThrough: '2027-03-14' },
    'Booked Tue, Mar 16, 7:00 am to noon, for $299. Free changes through Sun, Mar 14.',
  ],
  [
    { ...PLACE, kind: 'BookingRescheduled', from: slot, to: { ...slot, claim: 'pm' }, freeChangesThrough: null },
    'Moved from Tue, Mar 16, 7:00 am to noon, to Tue, Mar 16, 1:00 pm to 6:00 pm. No free changes.',
  ],
  [
    { ...PLACE, kind: 'RefundRequested', payment: 'pay1', ...PRICE, reason: 'goodwill', isOutside: false },
    'A refund of $299 of payment pay1 was asked for: goodwill.',
  ],
  [
    { ...PLACE, kind: 'RefundRequested', payment: 'outside-b1', ...PRICE, reason: 'goodwill', isOutside: true },
    'You owed the customer $299, paid to you directly: goodwill.',
  ],
  [
    { ...PLACE, kind: 'RefundFailed', payment: 'pay1', attempt: 2, reason: 'card closed' },
    'The refund of payment pay1 failed, attempt 2: card closed',
  ],
])('%o is told as a sentence', (line, words) => {
  expect(storyWords(line, ZONE)).toBe(words);
});

test('a reminder is named also when its mail can no longer be written', () => {
  expect(oldSubject('day-before')).toBe('Reminder of the visit');
  expect(oldSubject(null)).toBe('An email whose subject we can’t show anymore');
});
