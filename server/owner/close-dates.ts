import type { Cause } from '#db/change.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { type BookingEvent, type BookingState, bookingStream } from '#events/booking/booking.ts';
import { closeDates as decideClosing, openDates as decideOpening, unitsAhead } from '#events/booking/closing.ts';
import { type DayState, dayStream, takenUnits, unitsHeldBy } from '#events/day.ts';
import { isRefusal } from '#events/refusal.ts';
import { ALL_UNITS, claimOf, unitsOf } from '#shared/booking/session-type.ts';
import { type CivilDate, addDays, daysBetween } from '#shared/civil-date.ts';
import type { ClosurePlan, ClosureRefund, DatesQuery } from '#shared/owner/schedule.ts';
import { withOpenForfeitures } from '../bookings/changing/forfeited.ts';
import { grouped } from '../bookings/changing/grouped-streams.ts';
import { type BookingDependencies, businessTime } from '../bookings/dependencies.ts';
import { scheduledBooking } from './schedule.ts';

type Dependencies = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

/** `by`: the admin's account. */
interface ByAdmin extends DatesQuery {
  readonly by: string;
}

export interface Closing extends ByAdmin {
  /** Leaves held and booked units; otherwise, such a unit refuses the whole closure. */
  readonly onlyFree: boolean;
  readonly refunds: readonly string[];
}

function datesOf({ first, last }: DatesQuery): CivilDate[] {
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index));
}

function dayStreams(dates: DatesQuery) {
  return Object.fromEntries(datesOf(dates).map((date) => [date, dayStream(date)]));
}

/** All or none. Throws `Rejected`: `units-over`, `units-taken` and `refunds-not-accepted`, which `closurePlan` explains. */
export async function closeDates(dependencies: Dependencies, closing: Closing, cause: Cause): Promise<void> {
  const { store } = dependencies;
  const { by: admin, onlyFree, refunds } = closing;
  const closure = { units: unitsOf(closing.units), admin, onlyFree, refunds };
  await withOpenForfeitures(store, datesOf(closing), (forfeited) =>
    store.change(
      grouped({
        streams: {},
        groups: { days: dayStreams(closing), forfeited },
        decide: (states) => decideClosing(states, closure, businessTime(dependencies)),
        cause,
      }),
    ),
  );
}

export async function openDates({ store }: Dependencies, opening: ByAdmin, cause: Cause): Promise<void> {
  const units = unitsOf(opening.units);
  await store.change(
    grouped({
      streams: {},
      groups: { days: dayStreams(opening) },
      decide: (states) => decideOpening(states, { units, admin: opening.by }),
      cause,
    }),
  );
}

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
  const closed = decideClosing(states, closure, businessTime(parts));
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
