import { dayOf, daysBetweenDates } from '#db/projections/availability.ts';
import { type BookingRow, bookingById } from '#db/projections/bookings.ts';
import { canComplete } from '#events/booking/visiting.ts';
import { type BusinessTime, civilDateAt } from '#events/business-time.ts';
import { takenUnits } from '#events/day.ts';
import { UNITS, unitsOf } from '#shared/booking/session-type.ts';
import { addDays } from '#shared/civil-date.ts';
import type { NearVisit, NearVisits } from '#shared/owner/near-visits.ts';
import { type BookingDependencies, businessTime } from '../bookings/dependencies.ts';
import { customerOf } from './visit-customer.ts';

/** A row as a visit; null for a hold that is not paid yet. */
function visitOf(row: BookingRow, time: BusinessTime): NearVisit | null {
  const { id: eventId, status: state, date, claim, area } = row;
  if (state !== 'confirmed' && state !== 'completed' && state !== 'no-show') return null;
  const tasks = JSON.parse(row.tasks) as string[];
  const done = canComplete({ status: state, date, units: unitsOf(claim) }, time);
  return { eventId, state, canComplete: done, date, claim, area, tasks, customer: customerOf(row) };
}

/** The visits of today and tomorrow, found by the units that they take. */
export async function nearVisits(reader: Pick<BookingDependencies, 'store' | 'clock' | 'config'>): Promise<NearVisits> {
  const time = businessTime(reader);
  const today = civilDateAt(time.now, time.timeZone);
  const dates = [today, addDays(today, 1)];
  const { availability, bookings } = reader.store.shownQueries();
  const known = await daysBetweenDates(availability, today, addDays(today, 1));
  const days = dates.map(async (date) => {
    const taken = takenUnits(dayOf(known.find((row) => row.date === date)), UNITS);
    const ids = new Set(taken.map(({ booking }) => booking));
    const rows = await Promise.all([...ids].map((id) => bookingById(bookings, id)));
    return { date, visits: rows.flatMap((row) => (row ? (visitOf(row, time) ?? []) : [])) };
  });
  return { today, days: await Promise.all(days) };
}
