import { unrecordedVisits as rowsOf } from '#db/queries/bookings/bookings.ts';
import type { NeedsAttention } from '#shared/owner/needs-attention.ts';
import { momentOf } from '../bookings/access/of-account.ts';
import type { BookingDependencies } from '../bookings/dependencies.ts';
import { customerOf } from './visit-customer.ts';

/** How many visits the list shows. */
const LISTED = 20;

/** Visits whose hours have passed and that are recorded neither as done nor as a no-show. */
export async function unrecordedVisits(
  reader: Pick<BookingDependencies, 'store' | 'clock' | 'config'>,
): Promise<Pick<NeedsAttention, 'unrecorded' | 'unrecordedTotal'>> {
  const { rows, total } = await rowsOf(reader.store.db, momentOf(reader), LISTED);
  // The names of the claims sort as their hours end, but for the full day, which is alone on its date.
  const latestFirst = rows.toSorted((one, other) =>
    one.date === other.date ? other.claim.localeCompare(one.claim) : other.date.localeCompare(one.date),
  );
  return {
    unrecorded: latestFirst.map((row) => ({
      eventId: row.id,
      date: row.date,
      claim: row.claim,
      customer: customerOf(row),
    })),
    unrecordedTotal: total,
  };
}
