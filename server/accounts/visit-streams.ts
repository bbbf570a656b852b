import type { Store } from '#db/store.ts';
import { type BookingEvent, type BookingState, bookingStream } from '#events/booking.ts';
import { type DayEvent, type DayState, dayStream } from '#events/day.ts';
import type { Stream } from '#events/event.ts';
import type { VisitsAndDays, VisitsAndDaysEvents } from '#events/leaving.ts';
import { type Refusal, isRefusal } from '#events/refusal.ts';

/** Visits and their days as further streams of the change that deletes an account: one decision, one append. */

const VISIT = 'visit:';
const DAY = 'day:';

type VisitName = `${typeof VISIT}${string}`;
type DayName = `${typeof DAY}${string}`;

export interface VisitStreams {
  readonly [name: VisitName]: Stream<BookingState, BookingEvent>;
  readonly [name: DayName]: Stream<DayState, DayEvent>;
}

/** The streams of these bookings, and of the days that they are on now. */
export function streamsOf(store: Pick<Store, 'stateOf'>, bookings: readonly string[]): VisitStreams {
  const visits = bookings.map((id) => [`${VISIT}${id}`, bookingStream(id)] as const);
  const dates = new Set(bookings.flatMap((id) => store.stateOf(bookingStream(id))?.date ?? []));
  const days = [...dates].map((date) => [`${DAY}${date}`, dayStream(date)] as const);
  return Object.fromEntries<unknown>([...visits, ...days]) as VisitStreams;
}

/** The entries whose names begin so, without that. */
function under<Value>(states: object, prefix: string): Readonly<Record<string, Value>> {
  const entries = Object.entries<unknown>(states as Readonly<Record<string, unknown>>);
  const some = entries.filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(some.map(([name, state]) => [name.slice(prefix.length), state as Value]));
}

/** The visits and days among a change's states. */
export function statesOf(states: object): VisitsAndDays {
  return { visits: under<BookingState>(states, VISIT), days: under<DayState>(states, DAY) };
}

type News = Readonly<Record<VisitName, readonly BookingEvent[]>> & Readonly<Record<DayName, readonly DayEvent[]>>;

/** A decision's events with those of visits and days under the names of their streams. */
export function eventsOf<Decided extends VisitsAndDaysEvents>(
  decided: Decided | Refusal,
): (Omit<Decided, 'visits' | 'days'> & News) | Refusal {
  if (isRefusal(decided)) return decided;
  const { visits, days, ...others } = decided;
  const named = [
    ...Object.entries(visits).map(([id, events]) => [`${VISIT}${id}`, events] as const),
    ...Object.entries(days).map(([date, events]) => [`${DAY}${date}`, events] as const),
  ];
  return { ...others, ...(Object.fromEntries<unknown>(named) as News) };
}
