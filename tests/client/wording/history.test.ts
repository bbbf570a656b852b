import { expect, test } from 'vitest';
import { historyWords } from '#client/wording/history.ts';
import type { Slot } from '#shared/booking/availability.ts';

const MORNING: Slot = { date: '2027-03-09', claim: 'am' };
const LATER: Slot = { date: '2027-03-11', claim: 'pm' };

test('each event of the history has its sentence', () => {
  const told = [
    historyWords({ at: 0, kind: 'booked', slot: MORNING, cents: 29_900 }),
    historyWords({ at: 0, kind: 'moved', from: MORNING, to: LATER }),
    historyWords({ at: 0, kind: 'refund-requested', cents: 29_900, reason: 'refilled' }),
  ];
  expect(told).toEqual([
    'Booked Tue, Mar 9, 7:00 am to noon, and paid $299.',
    'Moved from Tue, Mar 9, 7:00 am to noon, to Thu, Mar 11, 1:00 pm to 6:00 pm, at no charge.',
    'Sent $299 back to your card: your time was filled after all.',
  ]);
});

test('other currencies than dollars are named', () => {
  const words = historyWords({ at: 0, kind: 'paid', cents: 29_900, currency: 'cad' });
  expect(words.replaceAll('\u00a0', ' ')).toBe('Another payment of CAD 299.00 reached us. You’d already paid.');
});

test('the history says whether a sale or a closure refilled half of a day, and what that leaves', () => {
  expect(historyWords({ at: 0, kind: 'half-refilled', unit: 'am', by: 'sale' })).toBe(
    'Someone else booked and paid for the morning of your day. The afternoon isn’t booked again yet.',
  );
  expect(historyWords({ at: 0, kind: 'half-refilled', unit: 'pm', by: 'closure' })).toBe(
    'We closed the afternoon of your day, which counts as booked. The morning isn’t booked again yet.',
  );
});

test('the history names who canceled', () => {
  expect(historyWords({ at: 0, kind: 'cancelled', by: 'owner' })).toBe('We canceled the visit.');
  expect(historyWords({ at: 0, kind: 'cancelled', by: 'customer' })).toBe('You canceled the visit in time.');
});
