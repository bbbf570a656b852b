/** Bookings that a change may refill, as further streams of that change. */
import type { Store } from '#db/store.ts';
import { type BookingEvent, type BookingState, bookingStream } from '#events/booking/booking.ts';
import { dayStream } from '#events/day.ts';
import type { Stream } from '#events/event.ts';
import type { Forfeited, Refill } from '#events/booking/refilling.ts';
import { type Refusal, isRefusal } from '#events/refusal.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { repeatWhileRefused } from './repeat-while-refused.ts';
import { withPrefix, withoutPrefix } from './prefixed-streams.ts';

const PREFIX = 'forfeited:';

type Name = `${typeof PREFIX}${string}`;

export interface ForfeitedStreams {
  readonly [name: Name]: Stream<BookingState, BookingEvent>;
}

type ForfeitedNews = Readonly<Record<Name, readonly BookingEvent[]>>;

export function withOpenForfeitures<Result>(
  store: Pick<Store, 'stateOf'>,
  dates: readonly CivilDate[],
  change: (forfeited: ForfeitedStreams) => Promise<Result>,
): Promise<Result> {
  return repeatWhileRefused(async () => {
    const days = await Promise.all(dates.map((date) => store.stateOf(dayStream(date))));
    const open = days.flatMap(({ forfeitures }) => forfeitures.filter(({ isOver }) => !isOver));
    const streams = open.map(({ booking }) => [booking, bookingStream(booking)] as const);
    return change(withPrefix(PREFIX, streams));
  });
}

export function forfeitedStates(states: object): Forfeited {
  return withoutPrefix<BookingState>(PREFIX, states);
}

export function forfeitedEvents<Decided extends Partial<Pick<Refill, 'forfeited'>>>(
  decided: Decided | Refusal,
): (Omit<Decided, 'forfeited'> & ForfeitedNews) | Refusal {
  if (isRefusal(decided)) return decided;
  const { forfeited = {}, ...others } = decided;
  return { ...others, ...withPrefix(PREFIX, Object.entries(forfeited)) };
}
