import { bookingById } from '#db/queries/bookings/bookings.ts';
import { closeDates, unitsAhead } from '#events/booking/closing.ts';
import { type BookingEvent, type BookingState, bookingStream } from '#events/booking/booking.ts';
import { type DayState, dayStream, takenUnits, unitsHeldBy } from '#events/day.ts';
import { isRefusal } from '#events/refusal.ts';
import { claimOf, unitsOf, ALL_UNITS } from '#shared/booking/session-type.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { ClosurePlan, ClosureRefund, DatesQuery } from '#shared/owner/schedule.ts';
import { type BookingDependencies, businessTime } from '../bookings/dependencies.ts';
import { datesOf } from './close-dates.ts';
import { scheduledBooking } from './schedule.ts';

type Dependencies = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

interface KnownDay {
  readonly date: CivilDate;
  readonly day: DayState;
}

/** The late cancellations that closing free units refunds, with their events. */
async function refundedBy(
  { store, ...parts }: Dependencies,
  days: readonly KnownDay[],
  units: DatesQuery['units'],
): Promise<[string, readonly BookingEvent[]][]> {
  const open = days.flatMap(({ day }) => day.forfeitures.filter(({ isOver }) => !isOver));
  const bookings = await Promise.all(
    open.map(async ({ booking }): Promise<[string, BookingState]> => [
      booking,
      await store.stateOf(bookingStream(booking)),
    ]),
  );
  const states = {
    days: Object.fromEntries(days.map(({ date, day }) => [date, day])),
    forfeited: Object.fromEntries(bookings),
  };
  const refunds = bookings.map(([id]) => id);
  const closure = { units: unitsOf(units), admin: '', onlyFree: true, refunds };
  const closed = closeDates(states, closure, businessTime(parts));
  return isRefusal(closed) ? [] : Object.entries(closed.forfeited);
}

export async function closurePlan(dependencies: Dependencies, query: DatesQuery): Promise<ClosurePlan> {
  const { store } = dependencies;
  const time = businessTime(dependencies);
  const { db } = store;
  const days = await Promise.all(
    datesOf(query).map(async (date) => ({ date, day: await store.stateOf(dayStream(date)) })),
  );
  const ahead = days.map((each) => ({ ...each, units: unitsAhead(each.date, unitsOf(query.units), time) }));
  const kinds = ahead.flatMap(({ day, units }) => units.map((unit) => day[unit].kind));
  const taken = ahead.flatMap(({ date, day, units }) => {
    const ids = new Set(takenUnits(day, units).map(({ booking }) => booking));
    return [...ids].map(async (id) => {
      const its = unitsHeldBy(day, id);
      const booking = scheduledBooking(id, day[its[0] ?? ALL_UNITS[0]!], await bookingById(db, id));
      return { date, claim: claimOf(its), booking };
    });
  });
  const refunded = await refundedBy(dependencies, days, query.units);
  const refunds = refunded.map(async ([eventId, events]): Promise<ClosureRefund> => {
    const row = await bookingById(db, eventId);
    const cents = events.reduce((sum, { type, data }) => sum + (type === 'RefundRequested' ? data.amount : 0), 0);
    return { eventId, date: row?.date ?? query.first, name: row?.name ?? null, cents };
  });
  return {
    ...query,
    free: kinds.filter((kind) => kind === 'free').length,
    closed: kinds.filter((kind) => kind === 'closed').length,
    taken: await Promise.all(taken),
    refunds: await Promise.all(refunds),
  };
}
