import { describe, expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';
import type { BookingsPage, BookingsQuery, ListedBooking } from '#shared/owner/bookings-list.ts';
import { OLIVES_SESSION } from '../owner/olive.ts';
import { rendered } from './rendered.ts';

const EVENT_ID = '0198c0de-0000-7000-8000-0123456789ab';
const BOOKING: ListedBooking = {
  eventId: EVENT_ID,
  state: 'completed',
  date: '2027-03-16',
  claim: 'am',
  area: 'Ojai',
  name: 'Ben Ito',
  phone: '(805) 555-0177',
  email: 'ben@example.com',
  priceCents: 29_900,
  bookedAt: Date.parse('2027-03-09T16:00:00Z'),
  refund: 'requested',
  isPaidOutside: true,
};

/** The page as the server sends it, of so many bookings, and what it asked for. */
async function bookingsPage(search: string, total = 60, change: Partial<BookingsPage> = {}) {
  const asked: BookingsQuery[] = [];
  const allBookings = async (query: BookingsQuery): Promise<BookingsPage> => {
    asked.push(query);
    const { page, pageSize } = query;
    const pages = Math.max(1, Math.ceil(total / pageSize));
    const listed = total === 0 ? [] : [BOOKING];
    return { bookings: listed, page: Math.min(page, pages), pageSize, pages, total, ...change };
  };
  const page = await rendered(`/app/admin/bookings${search}`, null, {
    session: async () => OLIVES_SESSION,
    allBookings,
  });
  expect(page.faults).toEqual([]);
  return { ...page, asked };
}

describe('the page of bookings', () => {
  test('leads from each row to the booking, and says its state and its money', async () => {
    const { text, main, asked } = await bookingsPage('');
    expect(asked).toEqual([{ page: 1, pageSize: 25, search: '', state: 'paid' }]);
    expect(main).toContain(`href="/app/admin/bookings/${EVENT_ID}"`);
    expect(text).toContain(`Ben Ito, ${referenceOf(EVENT_ID)}`);
    for (const words of [
      'Tue, Mar 16, 7:00 am to noon',
      '(805) 555-0177',
      'Done',
      'To give back',
      '$299',
      'Booked March 9, 2027',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).toContain('60 bookings, last booked first');
  });

  test.each([
    ['failed', 'Canceled or paid late, refundedRefund failed'],
    ['succeeded', 'Canceled or paid late, refunded'],
  ] as const)('says of a kept payment that goes back how far its refund is: %s', async (refund, words) => {
    const late: ListedBooking = { ...BOOKING, state: 'refunded', refund, isPaidOutside: false };
    const { main } = await bookingsPage('', 1, { bookings: [late] });
    expect(main).toContain('>Canceled or paid late, refunded</option>');
    const cell = /<td[^>]*>(?=.*?badge)(.*?)<\/td>/.exec(main)?.[1] ?? '';
    expect(cell.replaceAll(/<[^>]+>/g, '')).toBe(words);
  });

  test('shows the last page for one that doesn’t exist', async () => {
    const { text, main, asked } = await bookingsPage('?pageSize=50&page=40&state=completed&search=ben');
    expect(asked).toEqual([{ page: 40, pageSize: 50, search: 'ben', state: 'completed' }]);
    expect(text).toContain('Page 2 of 2');
    expect(main).toContain('state=completed');
    expect(main).toContain('rel="prev"');
  });
});
