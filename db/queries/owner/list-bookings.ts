/** The owner's list of bookings: searched, filtered by state and read a page at a time, newest first. */
import type { BookingStatus } from '#events/booking/booking.ts';
import { idEndsOf } from '#shared/booking/reference.ts';
import type { BookingRow } from '../../projections/booking-row.ts';
import type { bookings } from '../../projections/bookings.ts';
import type { TableOf } from '../../projections/projection.ts';
import { ID_END } from '../bookings/by-reference.ts';
import { isFound } from './found.ts';

export interface BookingListQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  readonly states: readonly BookingStatus[];
}

/** A page of bookings, and the numbers of all that match. */
export interface BookingRowsPage {
  readonly rows: readonly BookingRow[];
  readonly page: number;
  /** At least 1. */
  readonly pages: number;
  readonly total: number;
}

/** A page of the matching bookings; the last one if there are fewer pages. A reference finds its booking in any state. */
export async function listBookings(
  db: TableOf<typeof bookings>,
  { page: asked, pageSize, search, states }: BookingListQuery,
): Promise<BookingRowsPage> {
  const ends = idEndsOf(search.trim());
  const matching = db.selectFrom('bookings').where((where) => {
    const found = where.and([where('status', 'in', states), isFound(search)]);
    return ends.length === 0 ? found : where.or([found, where(ID_END, 'in', ends)]);
  });
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(asked, pages);
  const ids = matching
    .select('id')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const rows = await db.selectFrom('bookings').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();
  return { rows, page, pages, total };
}
