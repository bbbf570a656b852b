import { dayOf, daysBetweenDates } from '#db/projections/availability.ts';
import { type BookingRow, bookingById } from '#db/projections/bookings.ts';
import { canComplete } from '#events/booking/visiting.ts';
import { type BusinessTime, civilDateAt } from '#events/business-time.ts';
import { takenUnits } from '#events/day.ts';
import { UNITS, unitsOf } from '#shared/booking/session-type.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import type { DayVisits, NearVisit, NearVisits } from '#shared/owner/near-visits.ts';
import { type BookingDependencies, businessTime } from '../bookings/dependencies.ts';
import { customerOf } from './visit-customer.ts';

/** A row as a visit; null for a hold that is not paid yet. */
function visitOf(row: BookingRow, time: BusinessTime): NearVisit | null {
  const { id: eventId, status: state, date, claim, area, price, method, captured, refunding, refund } = row;
  if (state !== 'confirmed' && state !== 'completed' && state !== 'no-show') return null;
  return {
    eventId,
    state,
    canComplete: canComplete({ status: state, date, units: unitsOf(claim) }, time),
    date,
    claim,
    area,
    price,
    tasks: JSON.parse(row.tasks) as string[],
    isPaidOutside: method === 'owner',
    // A second payment for the same visit goes back alone.
    refund: refunding < captured ? 'none' : refund,
    customer: customerOf(row),
  };
}

type Reader = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

/** The visits of each date from the first to the last, found by the units that they take. */
export async function visitsBetween(reader: Reader, first: CivilDate, last: CivilDate): Promise<readonly DayVisits[]> {
  const time = businessTime(reader);
  const { availability, bookings } = reader.store.shownQueries();
  const known = await daysBetweenDates(availability, first, last);
  const days = known.map(async (row) => {
    const taken = takenUnits(dayOf(row), UNITS);
    const ids = new Set(taken.map(({ booking }) => booking));
    const rows = await Promise.all([...ids].map((id) => bookingById(bookings, id)));
    return { date: row.date, visits: rows.flatMap((row) => (row ? (visitOf(row, time) ?? []) : [])) };
  });
  return Promise.all(days);
}

/** The visits of one date. */
export async function visitsOn(reader: Reader, date: CivilDate): Promise<DayVisits> {
  const [day] = await visitsBetween(reader, date, date);
  return day ?? { date, visits: [] };
}

/** The visits of today and tomorrow. */
export async function nearVisits(reader: Reader): Promise<NearVisits> {
  const { now, timeZone } = businessTime(reader);
  const today = civilDateAt(now, timeZone);
  return { today, days: await Promise.all([visitsOn(reader, today), visitsOn(reader, addDays(today, 1))]) };
}
