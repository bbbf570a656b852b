import { beforeEach, expect, test, vi } from 'vitest';
import { reportCompletedBooking } from '#client/measuring/completed-bookings.ts';

const dataLayer: unknown[] = [];

/** A page with the mark of a completed booking. */
function showBooking(dataset: Readonly<Record<string, string>>): void {
  vi.stubGlobal('document', { querySelector: () => ({ dataset }) });
}

beforeEach(() => {
  dataLayer.length = 0;
  vi.stubGlobal('window', { dataLayer });
});

test.each([
  ['299', 299],
  [undefined, 0],
  ['unknown', 0],
])('a completed booking with the price %s is reported with the value %d', (price, value) => {
  showBooking({ bookingId: `b-${price}`, bookingService: 'half-day', ...(price && { bookingValue: price }) });
  reportCompletedBooking();
  expect(dataLayer).toEqual([
    expect.objectContaining({ event: 'booking_completed', booking_event_id: `b-${price}`, value, currency: 'USD' }),
  ]);
});
