/** SPEC.md section 1: a late cancellation is refunded in full if the slot is refilled. */
import type { Unit } from '#shared/booking/session-type.ts';
import { type Booking, type BookingEvent, type BookingState, keptCents, refundAll } from './booking.ts';
import { closesToBooking, unitStart } from '../business-time.ts';
import { type DayEvent, type DayState, type DayTime, openForfeitures } from '../day.ts';
import type { BookingAndDay, BookingAndDayEvents } from './holding.ts';
import { type Refusal, refuse } from '../refusal.ts';

export type Forfeited = Readonly<Record<string, BookingState>>;

export interface Refill {
  readonly day: readonly DayEvent[];
  readonly forfeited: Readonly<Record<string, readonly BookingEvent[]>>;
}

const NOTHING: BookingAndDayEvents = { booking: [], day: [] };

type Refilled = Extract<DayEvent, { type: 'UnitsRefilled' }>;

function refillOf(
  day: DayState,
  taken: readonly Refilled[],
  forfeited: Forfeited,
  { date }: DayTime,
): Refill | Refusal {
  const events: Record<string, readonly BookingEvent[]> = {};
  for (const { data } of taken) {
    const { units, waiting = [] } = day.forfeitures.find((each) => each.booking === data.booking) ?? { units: [] };
    if (!waiting.every((unit) => data.units.includes(unit))) continue;
    const booking = forfeited[data.booking];
    if (!booking) return refuse('changed-meanwhile');
    events[data.booking] = [{ type: 'SlotRefilled', data: { date, units } }, ...refundAll(booking, 'refilled')];
  }
  return { day: taken, forfeited: events };
}

/** A sold unit refills the oldest open forfeiture. Refuses `changed-meanwhile` if a booking to refund isn't loaded. */
export function refillBySale(
  day: DayState,
  sold: { readonly booking: string; readonly units: readonly Unit[] },
  forfeited: Forfeited,
  time: DayTime,
): Refill | Refusal {
  const open = openForfeitures(day, time);
  const oldest = (unit: Unit) => open.find(({ waiting }) => waiting.includes(unit))?.booking;
  const taken = open.flatMap(({ booking }): Refilled[] => {
    const units = sold.units.filter((unit) => oldest(unit) === booking);
    return units.length === 0 ? [] : [{ type: 'UnitsRefilled', data: { booking, units, by: sold.booking } }];
  });
  return refillOf(day, taken, forfeited, time);
}

export function refillByClosure(
  day: DayState,
  closing: readonly Unit[],
  forfeited: Forfeited,
  time: DayTime,
): Refill | Refusal {
  const taken = openForfeitures(day, time).flatMap(({ booking, waiting }): Refilled[] => {
    const units = waiting.filter((unit) => closing.includes(unit));
    return units.length === 0 ? [] : [{ type: 'UnitsRefilled', data: { booking, units, by: null } }];
  });
  return refillOf(day, taken, forfeited, time);
}

/** The start of the first unit that is not sold again, in milliseconds; null without an open forfeiture. */
export function finalAt(day: DayState, booking: string, { date, timeZone }: Omit<DayTime, 'now'>): number | null {
  const forfeiture = day.forfeitures.find((each) => each.booking === booking && !each.isOver);
  if (!forfeiture) return null;
  return Math.min(...forfeiture.waiting.map((unit) => unitStart(date, unit, timeZone)));
}

/** Its units can be booked or are held unpaid, and no older forfeiture comes first. */
export function canBeRefilled(day: DayState, booking: string, time: DayTime): boolean {
  const open = openForfeitures(day, time);
  const oldest = (unit: Unit) => open.find(({ waiting }) => waiting.includes(unit))?.booking;
  const mayBeSold = (unit: Unit) =>
    time.now < closesToBooking(time.date, unit, time.timeZone) ||
    (day[unit].kind === 'held' && oldest(unit) === booking);
  return open.find((each) => each.booking === booking)?.waiting.every(mayBeSold) ?? false;
}

export function finaliseForfeiture({ booking, day }: BookingAndDay, id: string, time: DayTime): BookingAndDayEvents {
  const at = finalAt(day, id, time);
  if (booking?.status !== 'forfeited' || booking.isFinal || at === null || time.now < at) return NOTHING;
  const { date, units } = booking;
  return {
    booking: [{ type: 'ForfeitureFinalised', data: { date, units } }],
    day: [{ type: 'ForfeitureEnded', data: { booking: id, cause: 'final' } }],
  };
}

function isRecorded({ status }: Booking): boolean {
  return status === 'completed' || status === 'no-show';
}

export function goodwillCents(booking: Booking): number | null {
  const kept = keptCents(booking);
  return kept > 0 && (booking.status === 'forfeited' || isRecorded(booking)) ? kept : null;
}

/**
 * Leaves the booking's record, and ends its forfeiture. Refuses `unknown-booking`, and `not-forfeited` if nothing is kept or the
 * visit is ahead.
 */
export function refundAsGoodwill(
  { booking, day }: BookingAndDay,
  id: string,
  admin: string,
): BookingAndDayEvents | Refusal {
  if (booking === null) return refuse('unknown-booking');
  const isOver = isRecorded(booking);
  if (isOver ? goodwillCents(booking) === null : booking.status !== 'forfeited') return refuse('not-forfeited');
  const isOpen = day.forfeitures.some((each) => each.booking === id && !each.isOver);
  const ended: DayEvent = { type: 'ForfeitureEnded', data: { booking: id, cause: 'goodwill' } };
  return { booking: refundAll(booking, isOver ? 'after-visit' : 'goodwill', admin), day: isOpen ? [ended] : [] };
}
