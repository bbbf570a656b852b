import { dayType } from '#events/day.ts';
import type { DayAvailability } from '#shared/availability.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { AvailabilityChange } from '#shared/managed-booking.ts';
import { availability } from './availability.ts';
import type { BookingDependencies } from './dependencies.ts';

type Reader = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

/** A sign of life at least so often: connections over which nothing comes are cut. */
const SILENCE_MS = 15_000;

/** However much is booked, days are looked at again no more often. */
const PAUSE_MS = 1000;

const CATEGORY = `${dayType.category}-`;

function isSame(a: DayAvailability | undefined, b: DayAvailability): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Availability as `availability` answers it, and then the days that have changed, whenever any have: because somebody booked,
 * or because time has passed. Ends when the signal aborts. A reader who takes nothing has nothing made for them.
 */
export async function* liveAvailability(
  reader: Reader,
  range: { readonly from?: CivilDate | undefined; readonly to?: CivilDate | undefined },
  own: string | null,
  signal: AbortSignal,
): AsyncGenerator<AvailabilityChange, void, void> {
  const { store, clock } = reader;
  const shown = new Map<CivilDate, DayAvailability>();
  let isStale = false;
  let wake = () => {};
  const stop = store.onCommit((events) => {
    if (!events.some(({ stream }) => stream.startsWith(CATEGORY))) return;
    isStale = true;
    wake();
  });
  /** Until something is booked, or so much time has passed. */
  const nextChange = async () => {
    const waking = new AbortController();
    wake = () => waking.abort();
    if (!isStale) await clock.wait(SILENCE_MS, AbortSignal.any([signal, waking.signal]));
  };
  try {
    while (!signal.aborted) {
      isStale = false;
      const { today, days } = await availability(reader, range, own);
      const changed = days.filter((day) => !isSame(shown.get(day.date), day));
      for (const day of changed) shown.set(day.date, day);
      yield { today, days: changed };
      await clock.wait(PAUSE_MS, signal);
      await nextChange();
    }
  } finally {
    stop();
  }
}
