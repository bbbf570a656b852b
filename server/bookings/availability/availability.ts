import { dayOf } from '#db/projections/availability.ts';
import { daysBetweenDates } from '#db/queries/bookings/bookings.ts';
import { type BookingTime, bookingWindow, isShortNotice, whenBookable } from '#events/business-time.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { type DayState, dayStream, unitsHeldBy } from '#events/day.ts';
import { pricesFor } from '#events/booking/holding.ts';
import { freeChangesLeft } from '#events/booking/free-changes.ts';
import type {
  Availability,
  DayAvailability,
  NextOpen,
  OpenSlot,
  Slot,
  VisitorUnit,
} from '#shared/booking/availability.ts';
import { openClaims } from '#shared/booking/availability.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { CURRENT_POLICY } from '#shared/booking/notice-policy.ts';
import type { Prices } from '#shared/booking/prices.ts';
import {
  ALL_SESSION_TYPES,
  type SessionType,
  type Unit,
  eachSessionType,
  eachUnit,
} from '#shared/booking/session-type.ts';
import { type BookingDependencies, bookingTime } from '../dependencies.ts';

export type Reader = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

/** In cents. */
export async function offeredPrices(reader: Reader, own: string | null): Promise<Prices> {
  const booking = own === null ? null : await reader.store.stateOf(bookingStream(own));
  return pricesFor(booking, bookingTime(reader));
}

/** With its full state, and the part of it that a visitor may see. */
export interface KnownDay {
  readonly state: DayState;
  readonly day: DayAvailability;
}

/** A year, for shops with a longer window: the dates go to the browser in one piece. */
const MOST_DAYS_AHEAD = 366;

const NEAREST = 4;

/** In days, on each side. */
const FARTHEST = 49;

/** Dates searched first; each further batch is twice as long. */
const FIRST_STRIDE = 3;

function unitFor(day: DayState, unit: Unit, date: CivilDate, time: BookingTime, own: string | null): VisitorUnit {
  const state = day[unit];
  if (whenBookable(date, [unit], time) !== 'open') return 'gone';
  if (state.kind === 'free') return 'open';
  return state.kind === 'held' && state.booking === own ? 'yours' : 'gone';
}

function withVisit({ day, state }: KnownDay, id: string, freeChangesThrough: CivilDate | null): DayAvailability {
  const units = unitsHeldBy(state, id);
  return { ...day, ...eachUnit((unit) => (units.includes(unit) ? 'visit' : day[unit])), freeChangesThrough };
}

export function dayFor(date: CivilDate, day: DayState, time: BookingTime, own: string | null): DayAvailability {
  return {
    date,
    ...eachUnit((unit) => unitFor(day, unit, date, time, own)),
    freeChangesThrough: freeChangesLeft(CURRENT_POLICY, date, time.today),
    shortNotice: isShortNotice(date, time),
  };
}

/** Dates that pages show. */
export function shownDates({ today, windowDays }: BookingTime): { readonly from: CivilDate; readonly count: number } {
  return { from: today, count: Math.min(windowDays, MOST_DAYS_AHEAD) + 1 };
}

export async function knownDays(
  { store }: Reader,
  { from, count }: { readonly from: CivilDate; readonly count: number },
  time: BookingTime,
  own: string | null = null,
): Promise<KnownDay[]> {
  const rows = await daysBetweenDates(store.db, from, addDays(from, count - 1));
  const states = new Map(rows.map((row) => [row.date, dayOf(row)]));
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(from, index);
    const state = states.get(date) ?? dayOf(undefined);
    return { state, day: dayFor(date, state, time, own) };
  });
}

/** Units of the own hold are `yours`, those of a visit being moved `visit`; others that can't be booked are `gone`. */
export async function availability(
  reader: Reader,
  own: string | null,
  visit: string | null = null,
): Promise<Availability> {
  const time = bookingTime(reader);
  const { today, timeZone } = time;
  const { from, count } = shownDates(time);
  const known = await knownDays(reader, { from, count }, time, own);
  const policy = (visit === null ? null : (await reader.store.stateOf(bookingStream(visit)))?.policy) ?? CURRENT_POLICY;
  const days = known.map((each) =>
    visit === null ? each.day : withVisit(each, visit, freeChangesLeft(policy, each.day.date, today)),
  );
  return { today, timeZone, to: addDays(from, count - 1), days, prices: await offeredPrices(reader, own) };
}

function firstOpen(days: readonly DayAvailability[], service: SessionType): OpenSlot | null {
  for (const day of days) {
    const [claim] = openClaims(day, service);
    if (claim) return { day, claim };
  }
  return null;
}

/** The soonest open slot of each length. Read in batches, because it is usually tomorrow. */
export async function nextOpen(reader: Reader, own: string | null): Promise<NextOpen> {
  const time = bookingTime(reader);
  const { today, to } = bookingWindow(time);
  let slots: NextOpen['slots'] = eachSessionType(() => null);
  for (let from = today, count = FIRST_STRIDE; from <= to; from = addDays(from, count), count *= 2) {
    const days = (await knownDays(reader, { from, count }, time, own)).map(({ day }) => day);
    const found = slots;
    slots = eachSessionType((service) => found[service] ?? firstOpen(days, service));
    if (ALL_SESSION_TYPES.every((service) => slots[service])) break;
  }
  return { today, slots };
}

/** Nearest first among the dates around it. A date outside the window counts as its nearer end. */
export async function nearestSlots(
  reader: Reader,
  wanted: { readonly date: CivilDate; readonly service: SessionType },
  own: string | null,
): Promise<Slot[]> {
  const time = bookingTime(reader);
  const { from: today, count } = shownDates(time);
  const end = addDays(today, count - 1);
  const notBefore = wanted.date < today ? today : wanted.date;
  const middle = notBefore > end ? end : notBefore;
  const nearest: Slot[] = [];
  for (let distance = 0; distance <= FARTHEST && nearest.length < NEAREST; distance++) {
    const dates = new Set([addDays(middle, -distance), addDays(middle, distance)]);
    for (const date of dates) {
      if (date < today || date > end) continue;
      const day = dayFor(date, await reader.store.stateOf(dayStream(date)), time, own);
      nearest.push(...openClaims(day, wanted.service).map((claim) => ({ date, claim })));
    }
  }
  return nearest.slice(0, NEAREST);
}
