import { dayOf } from '#db/projections/availability.ts';
import { type BookingRow, personalOf, photosOf } from '#db/projections/booking-row.ts';
import { bookingById, daysBetweenDates } from '#db/queries/bookings/bookings.ts';
import { canComplete } from '#events/booking/visiting.ts';
import { type BusinessTime, civilDateAt } from '#events/business-time.ts';
import { takenUnits } from '#events/day.ts';
import { ALL_UNITS, unitsOf } from '#shared/booking/session-type.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { VISIT_FIELDS } from '#shared/booking/booking-view.ts';
import type { DayVisits, NearVisit, NearVisits, VisitCustomer } from '#shared/owner/near-visits.ts';
import { type BookingDependencies, businessTime } from '../bookings/dependencies.ts';
import { bookingView } from '../bookings/visit/view.ts';

/** Null once their data is deleted. */
export function customerOf(row: BookingRow): VisitCustomer | null {
  const personal = personalOf(row);
  return personal && { ...personal, photos: photosOf(row) };
}

/** Null for an unpaid hold. */
function visitOf(row: BookingRow, time: BusinessTime): NearVisit | null {
  const { status: state, date, claim, captured, refunding, refund } = row;
  if (state !== 'confirmed' && state !== 'completed' && state !== 'no-show') return null;
  return {
    ...bookingView(row, VISIT_FIELDS),
    state,
    canComplete: canComplete({ status: state, date, units: unitsOf(claim) }, time),
    // A surplus payment is refunded alone.
    refund: refunding < captured ? 'none' : refund,
    customer: customerOf(row),
  };
}

type Reader = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

/** By the units that they take. */
async function bookedBetween({ store }: Reader, first: CivilDate, last: CivilDate): Promise<BookingRow[]> {
  const { db } = store;
  const days = await daysBetweenDates(db, first, last);
  const ids = new Set(days.flatMap((day) => takenUnits(dayOf(day), ALL_UNITS).map(({ booking }) => booking)));
  const rows = await Promise.all(Array.from(ids, (id) => bookingById(db, id)));
  return rows.filter((row) => row !== undefined);
}

export async function visitsOn(reader: Reader, date: CivilDate): Promise<DayVisits> {
  const time = businessTime(reader);
  const rows = await bookedBetween(reader, date, date);
  return { date, visits: rows.flatMap((row) => visitOf(row, time) ?? []) };
}

export interface CalendarEntry extends NearVisit {
  /** Number of changes, and the last one's instant in milliseconds. */
  readonly sequence: number;
  readonly changedAt: number;
}

export async function entriesBetween(reader: Reader, first: CivilDate, last: CivilDate): Promise<CalendarEntry[]> {
  const time = businessTime(reader);
  const rows = await bookedBetween(reader, first, last);
  return rows.flatMap((row) => {
    const visit = visitOf(row, time);
    return visit ? [{ ...visit, sequence: row.sequence, changedAt: row.changed_at ?? row.held_at }] : [];
  });
}

export async function nearVisits(reader: Reader): Promise<NearVisits> {
  const { now, timeZone } = businessTime(reader);
  const today = civilDateAt(now, timeZone);
  return { today, days: await Promise.all([visitsOn(reader, today), visitsOn(reader, addDays(today, 1))]) };
}
