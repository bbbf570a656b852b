/** Additional streams of the change that deletes an account: one decision, one append. */
import type { Store } from '#db/store.ts';
import { type BookingEvent, type BookingState, bookingStream } from '#events/booking/booking.ts';
import { type DayEvent, type DayState, dayStream } from '#events/day.ts';
import type { Stream } from '#events/event.ts';
import type { VisitsAndDays, VisitsAndDaysEvents } from '#events/account/leaving.ts';
import { type Refusal, isRefusal } from '#events/refusal.ts';
import { withPrefix, withoutPrefix } from '../../bookings/changing/prefixed-streams.ts';

const VISIT = 'visit:';
const DAY = 'day:';

type VisitName = `${typeof VISIT}${string}`;
type DayName = `${typeof DAY}${string}`;

export interface VisitStreams {
  readonly [name: VisitName]: Stream<BookingState, BookingEvent>;
  readonly [name: DayName]: Stream<DayState, DayEvent>;
}

export async function streamsOf(store: Pick<Store, 'stateOf'>, bookings: readonly string[]): Promise<VisitStreams> {
  const states = await Promise.all(bookings.map((id) => store.stateOf(bookingStream(id))));
  const dates = new Set(states.flatMap((state) => state?.date ?? []));
  const visits = bookings.map((id) => [id, bookingStream(id)] as const);
  const days = [...dates].map((date) => [date, dayStream(date)] as const);
  return { ...withPrefix(VISIT, visits), ...withPrefix(DAY, days) };
}

export function statesOf(states: object): VisitsAndDays {
  return { visits: withoutPrefix<BookingState>(VISIT, states), days: withoutPrefix<DayState>(DAY, states) };
}

type News = Readonly<Record<VisitName, readonly BookingEvent[]>> & Readonly<Record<DayName, readonly DayEvent[]>>;

export function eventsOf<Decided extends VisitsAndDaysEvents>(
  decided: Decided | Refusal,
): (Omit<Decided, 'visits' | 'days'> & News) | Refusal {
  if (isRefusal(decided)) return decided;
  const { visits, days, ...others } = decided;
  return { ...others, ...withPrefix(VISIT, Object.entries(visits)), ...withPrefix(DAY, Object.entries(days)) };
}
