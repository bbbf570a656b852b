import type { Store } from '#db/store.ts';
import { type BookingEvent, type BookingState, bookingStream } from '#events/booking.ts';
import { dayStream } from '#events/day.ts';
import type { Stream } from '#events/event.ts';
import type { Forfeited, Refill } from '#events/refilling.ts';
import { type Refusal, Rejected, isRefusal } from '#events/refusal.ts';
import type { CivilDate } from '#shared/civil-date.ts';

/** Late cancellations that a change may make good, as further streams of that change: one decision, one append. */

const PREFIX = 'forfeited:';

type Name = `${typeof PREFIX}${string}`;

export interface ForfeitedStreams {
  readonly [name: Name]: Stream<BookingState, BookingEvent>;
}

type ForfeitedNews = Readonly<Record<Name, readonly BookingEvent[]>>;

/** How often a change is begun anew when a visit was cancelled late meanwhile: each time takes a customer's click. */
const MOST_TRIES = 5;

/** Makes a change together with the streams of all late cancellations that its date still waits to make good. */
export async function makingGood<Result>(
  store: Pick<Store, 'stateOf'>,
  date: CivilDate,
  change: (forfeited: ForfeitedStreams) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const open = store.stateOf(dayStream(date)).forfeitures.filter(({ isOver }) => !isOver);
    const streams = open.map(({ booking }) => [`${PREFIX}${booking}`, bookingStream(booking)] as const);
    try {
      return await change(Object.fromEntries(streams));
    } catch (error) {
      const isMissed = error instanceof Rejected && error.refusal === 'changed-meanwhile';
      if (!isMissed || tries === MOST_TRIES) throw error;
    }
  }
}

/** The late cancellations among a change's states, by booking. */
export function forfeitedStates(states: object): Forfeited {
  const forfeited = Object.entries<unknown>(states as Readonly<Record<string, unknown>>).filter(([name]) =>
    name.startsWith(PREFIX),
  );
  return Object.fromEntries(forfeited.map(([name, state]) => [name.slice(PREFIX.length), state as BookingState]));
}

/** A decision's events with those of late cancellations under the names of their streams. */
export function forfeitedEvents<Decided extends Partial<Pick<Refill, 'forfeited'>>>(
  decided: Decided | Refusal,
): (Omit<Decided, 'forfeited'> & ForfeitedNews) | Refusal {
  if (isRefusal(decided)) return decided;
  const { forfeited = {}, ...others } = decided;
  const named = Object.entries(forfeited).map(([booking, events]) => [`${PREFIX}${booking}`, events] as const);
  return { ...others, ...(Object.fromEntries(named) as ForfeitedNews) };
}
