import type { Store } from '#db/store.ts';
import { dayStream } from '#events/day.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { type BookingStreams, bookingStreams } from './grouped-streams.ts';
import { repeatWhileRefused } from './repeat-while-refused.ts';

/** Bookings that the change may refill, as a group of its streams. */
export function withOpenForfeitures<Result>(
  store: Pick<Store, 'stateOf'>,
  dates: readonly CivilDate[],
  change: (forfeited: BookingStreams) => Promise<Result>,
): Promise<Result> {
  return repeatWhileRefused(async () => {
    const days = await Promise.all(dates.map((date) => store.stateOf(dayStream(date))));
    const open = days.flatMap(({ forfeitures }) => forfeitures.filter(({ isOver }) => !isOver));
    return change(bookingStreams(open.map(({ booking }) => booking)));
  });
}
