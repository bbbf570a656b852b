import { type BookingRow, photosOf } from '#db/projections/booking-row.ts';
import type { VisitCustomer } from '#shared/owner/near-visits.ts';

/** The customer of a booking; null once their data is deleted. */
export function customerOf(row: BookingRow): VisitCustomer | null {
  const { name, email, phone, address, notes } = row;
  if (name === null || email === null || phone === null || address === null || notes === null) return null;
  return { name, email, phone, address, notes, photos: photosOf(row) };
}
