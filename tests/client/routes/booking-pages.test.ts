import { PRICE_CENTS } from '#tests/amounts.ts';
import { expect, test } from 'vitest';
import type { DayAvailability } from '#shared/booking/availability.ts';
import { type ManagedBooking } from '#shared/booking/managed-booking.ts';
import { availability, day } from '../booking/days.ts';
import { booked } from '../manage/booked.ts';
import { soldByWords } from '#shared/business/legal.ts';
import { SITE, rendered } from './rendered.ts';

const SELLER = `${soldByWords(SITE.legal)}. Refund and change policy. To get both by email, write to ${SITE.email}.`;

const OVER = { now: { canReschedule: false, cancel: null }, calendarPath: null } as const;
const BACK = { ...booked().money, refundingCents: 29_900, refundedCents: 29_900, refund: 'succeeded' } as const;
const UNITS = [{ unit: 'am', isRefilled: false }] as const;

const BOOKINGS: readonly (readonly [string, ManagedBooking])[] = [
  ['that can be changed free', booked()],
  ['that can be cancelled late', booked({ today: '2027-03-08', now: { canReschedule: false, cancel: 'forfeit' } })],
  ['that can no longer be booked', booked({ today: '2027-03-09', now: { canReschedule: false, cancel: 'keep' } })],
  ['that has begun', booked({ today: '2027-03-09', ...OVER })],
  ['that is cancelled', booked({ state: 'cancelled', money: { ...BACK, reason: 'cancelled' }, ...OVER })],
  ['that was given up late', booked({ state: 'forfeited', forfeiture: { units: UNITS, isFinal: false }, ...OVER })],
  ['that was not sold again', booked({ state: 'forfeited', forfeiture: { units: UNITS, isFinal: true }, ...OVER })],
  ['that was sold again', booked({ state: 'refunded', money: { ...BACK, reason: 'refilled' }, ...OVER })],
  ['that is done', booked({ today: '2027-03-10', state: 'completed', ...OVER })],
];

const PATHS = ['', '/cancel', '/reschedule', '/delete-data', '/receipt'];

const VISITS = BOOKINGS.flatMap(([name, booking]) => PATHS.map((path) => ({ name, booking, path })));

/** A page of a booking, for a visitor with its link. */
function page(booking: ManagedBooking, path: string) {
  return rendered(`/booking/${booking.eventId}${path}`, null, {
    managedBooking: async () => booking,
    rescheduleAvailability: async () => ({
      today: booking.today,
      timeZone: 'America/Los_Angeles',
      to: '2027-04-30',
      prices: PRICE_CENTS,
      days: [],
    }),
    currentHold: async () => null,
  });
}

test.each(VISITS)(
  '$path of a visit $name says its price, its last day of free changes and its policy',
  async (visit) => {
    const { status, text, faults } = await page(visit.booking, visit.path);
    expect([status, faults]).toEqual([200, []]);
    for (const words of ['$299', 'Sun, Mar 7', 'Policy: 2 calendar days’ notice.']) expect(text).toContain(words);
  },
);

test.each(PATHS)('%s of a visit that was booked too late for free changes says so', async (path) => {
  const late = { freeChangesThrough: null, now: { canReschedule: false, cancel: 'forfeit' } } as const;
  const { text } = await page(booked(late), path);
  expect(text).toMatch(/no(?:ne| free changes) for this day/i);
});

/** The booking page with this availability. */
function bookingPage(days: readonly DayAvailability[]) {
  return rendered('/book', null, {
    availability: async () => availability(days),
    currentHold: async () => null,
    session: async () => ({ authenticated: false, user: null }),
  });
}

test('the seller is named beside Pay, with the refund policy and how to get both by email', async () => {
  const { main, text, faults } = await bookingPage([day('2027-03-09')]);
  expect(faults).toEqual([]);
  expect(text).toContain(SELLER);
  expect(main).toContain('href="/legal/terms#changes"');
});
