import { type BookingRow, personalOf, photosOf } from '#db/projections/booking-row.ts';
import type { VisitCustomer } from '#shared/owner/near-visits.ts';

/** Null once their data is deleted. */
export function customerOf(row: BookingRow): VisitCustomer | null {
  const personal = personalOf(row);
  return personal && { ...personal, photos: photosOf(row) };
}
