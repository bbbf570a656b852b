import { dayOf } from '#db/projections/availability.ts';
import type { BookingRow } from '#db/projections/booking-row.ts';
import { bookingById, daysBetweenDates } from '#db/queries/bookings/bookings.ts';
import { type BookingTime, bookingWindow, claimEnd, unitStart, whenBookable } from '#events/business-time.ts';
import { bookingStream, keptCents } from '#events/booking/booking.ts';
import { type DayState, type UnitState, dayStream, openForfeitures, takenUnits } from '#events/day.ts';
import { type Unit, ALL_UNITS, claimOf, eachUnit, unitsOf } from '#shared/booking/session-type.ts';
import { type CivilDate, addDays, datesOfMonth, monthOf, weekdayOf } from '#shared/civil-date.ts';
import type {
  KeptPayment,
  Schedule,
  ScheduleDate,
  ScheduleDay,
  ScheduleEntry,
  ScheduleQuery,
  ScheduleView,
  ScheduledBooking,
  UnitUse,
} from '#shared/owner/schedule.ts';
import { type BookingDependencies, bookingTime } from '../bookings/dependencies.ts';

type Reader = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

function datesOf(view: ScheduleView, date: CivilDate): readonly CivilDate[] {
  if (view === 'day') return [date];
  if (view === 'month') return datesOfMonth(monthOf(date));
  const sunday = addDays(date, -weekdayOf(date));
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
}

/** The state, or why customers can't book it. */
function useOf(state: UnitState, date: CivilDate, unit: Unit, time: BookingTime): UnitUse {
  if (state.kind !== 'free') return state.kind;
  if (date < time.today || time.now >= claimEnd(date, unit, time.timeZone)) return 'over';
  const bookable = whenBookable(date, [unit], time);
  return bookable === 'open' ? 'free' : bookable;
}

const STATES = ['held', 'confirmed', 'completed', 'no-show'] as const satisfies readonly BookingRow['status'][];

/** Its row can be older than the unit. */
export function scheduledBooking(eventId: string, unit: UnitState, row: BookingRow | undefined): ScheduledBooking {
  const otherwise = unit.kind === 'held' ? 'held' : 'confirmed';
  return {
    eventId,
    state: STATES.find((state) => state === row?.status) ?? otherwise,
    heldUntil: unit.kind === 'held' ? unit.until : null,
    area: row?.area ?? '',
    name: row?.name ?? null,
    address: row?.address ?? null,
  };
}

type Rows = ReadonlyMap<string, BookingRow | undefined>;

function entriesOf(day: DayState, date: CivilDate, rows: Rows, time: BookingTime): readonly ScheduleEntry[] {
  const entry = (unit: Unit): ScheduleEntry => {
    const state = day[unit];
    return {
      claim: unit,
      use: useOf(state, date, unit, time),
      booking: 'booking' in state ? scheduledBooking(state.booking, state, rows.get(state.booking)) : null,
      hasBegun: time.now >= unitStart(date, unit, time.timeZone),
    };
  };
  const entries: ScheduleEntry[] = [];
  for (const next of ALL_UNITS.map(entry)) {
    const last = entries.at(-1);
    if (last?.booking && last.booking.eventId === next.booking?.eventId)
      entries.splice(-1, 1, { ...last, claim: claimOf([...unitsOf(last.claim), ...unitsOf(next.claim)]) });
    else entries.push(next);
  }
  return entries;
}

/** Late cancellations whose time can still be sold again. */
async function keptOf({ store }: Reader, date: CivilDate, time: BookingTime): Promise<KeptPayment[]> {
  const open = date < time.today ? [] : openForfeitures(await store.stateOf(dayStream(date)), { date, ...time });
  const kept = open.map(async ({ booking: eventId, waiting }): Promise<KeptPayment> => {
    const booking = await store.stateOf(bookingStream(eventId));
    const cents = booking ? keptCents(booking) : 0;
    const row = await bookingById(store.db, eventId);
    return { eventId, claim: claimOf(waiting), name: row?.name ?? null, cents };
  });
  return Promise.all(kept);
}

/** Reads the shown dates and their bookings by key. */
export async function schedule(reader: Reader, { view, date: asked }: ScheduleQuery): Promise<Schedule> {
  const time = bookingTime(reader);
  const { db } = reader.store;
  const date = asked ?? time.today;
  const dates = datesOf(view, date);
  const known = await daysBetweenDates(db, dates[0] ?? date, dates.at(-1) ?? date);
  const states = new Map(known.map((row) => [row.date, dayOf(row)]));
  const stateOf = (each: CivilDate) => states.get(each) ?? dayOf(undefined);
  const shown = view === 'month' ? [date] : dates;
  const ids = new Set(shown.flatMap((each) => takenUnits(stateOf(each), ALL_UNITS).map(({ booking }) => booking)));
  const found = await Promise.all([...ids].map(async (id) => [id, await bookingById(db, id)] as const));
  const rows: Rows = new Map(found);
  const { to } = bookingWindow(time);
  const days = shown.map(async (each): Promise<ScheduleDay> => {
    const opensOn = each > to ? addDays(each, -time.windowDays) : null;
    const entries = entriesOf(stateOf(each), each, rows, time);
    return { date: each, entries, opensOn, kept: await keptOf(reader, each, time) };
  });
  const usesOn = (each: CivilDate): ScheduleDate => {
    const state = stateOf(each);
    return { date: each, ...eachUnit((unit) => useOf(state[unit], each, unit, time)) };
  };
  const month = view === 'month' ? dates.map(usesOn) : [];
  return { view, date, today: time.today, days: await Promise.all(days), month };
}
