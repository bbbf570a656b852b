import { dayOf, daysBetweenDates } from '#db/projections/availability.ts';
import { type BookingRow, bookingById } from '#db/projections/bookings.ts';
import { civilDateAt } from '#events/business-time.ts';
import { takenUnits } from '#events/day.ts';
import { UNITS } from '#shared/booking/session-type.ts';
import { addDays } from '#shared/civil-date.ts';
import type { NearVisit, NearVisits } from '#shared/owner/near-visits.ts';
import { type BookingDependencies, businessTime } from '../bookings/dependencies.ts';
import { customerOf } from './visit-customer.ts';

/** A row as a visit; null for a hold that is not paid yet. */
function visitOf(row: BookingRow): NearVisit | null {
  const { id: eventId, status: state, date, claim, area } = row;
  if (state !== 'confirmed' && state !== 'completed' && state !== 'no-show') return null;
  return { eventId, state, date, claim, area, tasks: JSON.parse(row.tasks) as string[], customer: customerOf(row) };
}

/** The visits of today and tomorrow, found by the units that they take. */
export async function nearVisits(reader: Pick<BookingDependencies, 'store' | 'clock' | 'config'>): Promise<NearVisits> {
  const { now, timeZone } = businessTime(reader);
  const today = civilDateAt(now, timeZone);
  const dates = [today, addDays(today, 1)];
  const { availability, bookings } = reader.store.shownQueries();
  const known = await daysBetweenDates(availability, today, addDays(today, 1));
  const days = dates.map(async (date) => {
    const taken = takenUnits(dayOf(known.find((row) => row.date === date)), UNITS);
    const ids = new Set(taken.map(({ booking }) => booking));
    const rows = await Promise.all([...ids].map((id) => bookingById(bookings, id)));
    return { date, visits: rows.flatMap((row) => (row ? (visitOf(row) ?? []) : [])) };
  });
  return { today, days: await Promise.all(days) };
}
