import { sql } from 'kysely';
import { idEndsOf } from '#shared/booking/reference.ts';
import type { BookingRow } from '../../projections/booking-row.ts';
import type { Queries } from '../../tables.ts';

/** The end of a booking's id, which determines its reference. */
export const ID_END = sql<string>`substr(id, length(id) - 9)`;

export async function bookingsOfReference(
  db: Queries,
  reference: string,
): Promise<Pick<BookingRow, 'id' | 'status'>[]> {
  const ends = idEndsOf(reference.trim());
  return ends.length === 0
    ? []
    : db.selectFrom('bookings').select(['id', 'status']).where(ID_END, 'in', ends).execute();
}
