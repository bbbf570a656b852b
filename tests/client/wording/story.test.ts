import { expect, test } from 'vitest';
import type { StoryFact } from '#shared/owner/booking-story.ts';
import { oldSubject, storyWords } from '#client/wording/story.ts';

const ZONE = 'America/Los_Angeles';
const slot = { date: '2027-03-16', claim: 'am' } as const;

test.each<[StoryFact, string]>([
  [
    { kind: 'held', slot, cents: 29_900, until: Date.parse('2027-03-09T10:30:00-08:00') },
    'The customer held Tue, Mar 16, 7:00 am to noon, for $299, until Tue, Mar 9, 10:30 am.',
  ],
  // Also recorded for a mail that was not sent, because an earlier one bounced.
  [{ kind: 'mail-returned', how: 'bounced' }, 'The customer’s address bounces email. It gets no more.'],
  [{ kind: 'paid', payment: 'pay1', cents: 29_900, currency: 'usd' }, '$299 was paid: pay1.'],
  [
    { kind: 'booked', slot, cents: 29_900, freeChangesThrough: '2027-03-14' },
    'Booked Tue, Mar 16, 7:00 am to noon, for $299. Free changes through Sun, Mar 14.',
  ],
  [
    { kind: 'moved', from: slot, to: { ...slot, claim: 'pm' }, freeChangesThrough: null },
    'Moved from Tue, Mar 16, 7:00 am to noon, to Tue, Mar 16, 1:00 pm to 6:00 pm. No free changes.',
  ],
  [
    { kind: 'refund-requested', payment: 'pay1', cents: 29_900, currency: 'usd', reason: 'goodwill', isOutside: false },
    'A refund of $299 of payment pay1 was asked for: goodwill.',
  ],
  [
    {
      kind: 'refund-requested',
      payment: 'outside-b1',
      cents: 29_900,
      currency: 'usd',
      reason: 'goodwill',
      isOutside: true,
    },
    'You owed the customer $299, paid to you directly: goodwill.',
  ],
  [
    { kind: 'refund-failed', payment: 'pay1', attempt: 2, reason: 'card closed' },
    'The refund of payment pay1 failed, attempt 2: card closed',
  ],
])('%o is told as a sentence', (fact, words) => {
  expect(storyWords(fact, ZONE)).toBe(words);
});

test('a reminder is named also when its mail can no longer be written', () => {
  expect(oldSubject('day-before')).toBe('Reminder of the visit');
  expect(oldSubject(null)).toBe('An email whose subject we can’t show anymore');
});
