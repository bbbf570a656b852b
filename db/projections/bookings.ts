import { bookingType } from '#events/booking/booking.ts';
import { bookingChanges, heldRow, withCustomer } from './booking-fold.ts';
import { historyAfter } from './booking-history.ts';
import { type BookingRow, bookingColumns } from './booking-row.ts';
import type { Moment } from '../queries/accounts/customer-bookings.ts';
import { type TableOf, projection } from './projection.ts';

export {
  type BookingRow,
  type Reduction,
  type RefundRow,
  overallRefund,
  photosOf,
  reductionsOf,
  reductionsOfPrice,
  refundsOf,
  refundsOfPrice,
  wasPaid,
} from './booking-row.ts';

export const bookings = projection({
  name: 'bookings',
  columns: bookingColumns,
  indexes: [
    // Has all that workers look for, the statistics count and the owner's lists search: these read no other rows than they return.
    `CREATE INDEX bookings_by_state ON bookings (status, expires_at, is_final, is_kept, confirmed_at, date, customer, search_key)`,
    'CREATE INDEX bookings_of_customer ON bookings (customer, date, claim) WHERE customer IS NOT NULL',
    // Includes unpaid holds, which belong to no customer: a deleted account's address is forgotten in all of them.
    'CREATE INDEX bookings_of_guest ON bookings (email_key) WHERE account IS NULL AND email_key IS NOT NULL',
  ],
  rowOf: bookingType,
  first: { SlotHeld: heldRow },
  on: bookingChanges,
  finish: (row, event, before) => withCustomer(before ? { ...row, history: historyAfter(before, event) } : row),
});

export function bookingById(db: TableOf<typeof bookings>, id: string): Promise<BookingRow | undefined> {
  return db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Visits that are over and of which nothing is recorded, the latest first, as many as `limit`; and how many there are. */
export async function unrecordedVisits(
  db: TableOf<typeof bookings>,
  { today, claimsNotOver }: Moment,
  limit: number,
): Promise<{ readonly rows: BookingRow[]; readonly total: number }> {
  const over = db
    .selectFrom('bookings')
    .where('status', '=', 'confirmed')
    .where('date', '<=', today)
    .where((where) => where.or([where('date', '<', today), where('claim', 'not in', claimsNotOver)]));
  const { total } = await over.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await over.selectAll().orderBy('date', 'desc').limit(limit).execute();
  return { rows, total };
}

/** Bookings that have photos. */
export function bookingsWithPhotos(
  db: TableOf<typeof bookings>,
): Promise<Pick<BookingRow, 'status' | 'expires_at' | 'photos'>[]> {
  return db.selectFrom('bookings').select(['status', 'expires_at', 'photos']).where('photos', '<>', '[]').execute();
}
