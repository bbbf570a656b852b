import { describe, expect, test } from 'vitest';
import type { BookingRow } from '#db/projections/booking-row.ts';
import { bookings, heldRow } from '#db/projections/bookings.ts';
import { listBookings } from '#db/queries/owner/list-bookings.ts';
import type { BookingStatus } from '#events/booking/booking.ts';
import { PAID_STATES as PAID } from '#shared/owner/bookings-list.ts';
import { searchText, searchWords } from '#shared/search-text.ts';
import { PERSONAL, slotHeld } from '../../../events/facts.ts';
import { openTable } from '../../query-plans.ts';

const NAMES = ['Ada Reyes', 'Éva Óslo', 'Ben 100%', 'a*b [x]', 'Zoë Reyes'];
const STATUSES: readonly BookingStatus[] = [...PAID, 'held', 'expired', 'completed'];

/** Ids are not in the order of the rows. Every eleventh customer is deleted. */
function bookingRow(index: number): BookingRow {
  const id = `0198c0de-0000-7000-8000-${((index * 6007) % 9973).toString(16).padStart(12, '0')}`;
  const { type, data } = slotHeld('am');
  const personal = {
    ...PERSONAL,
    name: NAMES[index % NAMES.length] ?? '',
    email: index % 4 === 0 ? '' : `mail${index}@example.com`,
    phone: `(805) 555-${String(index).padStart(4, '0')}`,
  };
  const event = {
    type,
    data: { ...data, personal: index % 11 === 0 ? null : personal },
    at: 0,
    stream: `booking-${id}`,
  };
  return { ...heldRow(event as never), status: STATUSES[index % STATUSES.length] ?? 'held' };
}

function openRows(rows: readonly BookingRow[]) {
  return openTable(bookings, rows);
}

function matches({ name, email, phone }: BookingRow, search: string): boolean {
  const texts = [name, email, phone].map((text) => searchText(text ?? ''));
  return name !== null && searchWords(search).every((word) => texts.some((text) => text.includes(word)));
}

const ROWS = Array.from({ length: 1000 }, (_, index) => bookingRow(index));
const SEARCHES = ['', 'reyes', 'EVA o', 'óslo, éva', '100', '+1 805-555-0012', '(805) 555', 'mail77', 'unknown'];

describe('a page of the list of bookings', () => {
  test.each(SEARCHES)(
    'of the search "%s" has the bookings that a filter in memory has there, newest first',
    async (search) => {
      const { db } = openRows(ROWS);
      for (const states of [PAID, ['completed'], ['held']] as const) {
        const inStates = ROWS.filter(({ status }) => states.some((each) => each === status));
        const expected = inStates
          .filter((row) => search === '' || matches(row, search))
          .toSorted((one, other) => (one.id < other.id ? 1 : -1));
        const pageSize = 7;
        const pages = Math.max(1, Math.ceil(expected.length / pageSize));
        for (const page of new Set([1, 2, Math.ceil(pages / 2), pages, pages + 1])) {
          const shown = Math.min(page, pages);
          const rows = expected.slice((shown - 1) * pageSize, shown * pageSize);
          const list = await listBookings(db, { page, pageSize, search, states });
          expect(list).toEqual({ rows, page: shown, pages, total: expected.length });
        }
      }
    },
  );

  test('reads an index that has all that is searched, and no row but those of the page', async () => {
    const { db, plans } = openRows(ROWS);
    for (const search of ['', 'reyes']) await listBookings(db, { page: 2, pageSize: 10, search, states: PAID });
    const steps = plans.flatMap((plan) => plan.split('\n')).filter((step) => step.includes('bookings'));
    expect(new Set(steps)).toEqual(
      new Set([
        'SEARCH bookings USING COVERING INDEX bookings_by_state (status=?)',
        'SEARCH bookings USING PRIMARY KEY (id=?)',
      ]),
    );
  });
});
