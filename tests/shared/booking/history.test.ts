import { expect, test } from 'vitest';
import { historyWords } from '#shared/booking/history.ts';
import type { Slot } from '#shared/booking/availability.ts';

const MORNING: Slot = { date: '2027-03-09', claim: 'am' };
const PRICE = { cents: 29_900, currency: 'usd', isOutside: false };
const LATER: Slot = { date: '2027-03-11', claim: 'pm' };

test('each event of the history has its sentence', () => {
  const told = [
    historyWords({ at: 0, kind: 'BookingConfirmed', slot: MORNING, ...PRICE }),
    historyWords({ at: 0, kind: 'BookingRescheduled', from: MORNING, to: LATER, by: 'customer' }),
    historyWords({ at: 0, kind: 'RefundRequested', ...PRICE, reason: 'refilled' }),
  ];
  expect(told).toEqual([
    'Booked Tue, Mar 9, 7:00 am to noon, and paid $299.',
    'Moved from Tue, Mar 9, 7:00 am to noon, to Thu, Mar 11, 1:00 pm to 6:00 pm, at no charge.',
    'Sent $299 back to your card: your time was filled after all.',
  ]);
});

test('the history says whether a sale or a closure refilled half of a day, and what that leaves', () => {
  expect(historyWords({ at: 0, kind: 'UnitsRefilled', units: ['am'], by: 'sale' })).toBe(
    'Someone else booked and paid for the morning of your day. The afternoon isn’t booked again yet.',
  );
  expect(historyWords({ at: 0, kind: 'UnitsRefilled', units: ['pm'], by: 'closure' })).toBe(
    'We closed the afternoon of your day, which counts as booked. The morning isn’t booked again yet.',
  );
});
