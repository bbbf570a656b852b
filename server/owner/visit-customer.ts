import { type BookingRow, photosOf } from '#db/projections/booking-row.ts';
import type { VisitCustomer } from '#shared/owner/near-visits.ts';
import { personOf } from '../bookings/visit/view.ts';

/** The customer of a booking; null once their data is deleted. */
export function customerOf(row: BookingRow): VisitCustomer | null {
  const person = personOf(row);
  return person && { ...person, photos: photosOf(row) };
}
