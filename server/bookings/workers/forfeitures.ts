import { type BookingRow, openForfeits } from '#db/projections/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { dayStream } from '#events/day.ts';
import { finalAt, finaliseForfeiture } from '#events/booking/refilling.ts';
import { businessTime } from '../dependencies.ts';
import { untilNextLook } from '../../process/clock.ts';
import { forEachAlone } from '../../process/following/for-each-alone.ts';
import { ConfirmedPast } from '../../process/following/confirmed-past.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** Records that a forfeiture can no longer be refilled, if its time has come. */
export async function endForfeiture(
  { store, clock, config }: Pick<WorkerDependencies, 'store' | 'clock' | 'config'>,
  { id, date }: Pick<BookingRow, 'id' | 'date'>,
): Promise<void> {
  await store.change({
    streams: { booking: bookingStream(id), day: dayStream(date) },
    decide: (states) => finaliseForfeiture(states, id, { date, ...businessTime({ clock, config }) }),
    cause: { correlation: id },
  });
}

/**
 * Records forfeitures as final once their time has been over for an hour. Decisions do not depend on this record: from that time
 * on, none of them is refilled.
 */
export const forfeitures: Worker<WorkerDependencies> = async ({ store, clock, log, config }, signal) => {
  const past = new ConfirmedPast(clock);
  while (!signal.aborted) {
    let nextMs = Infinity;
    const open = await openForfeits(store.updatedQueries().bookings);
    await forEachAlone(open, { worker: 'forfeitures', log, signal }, async ({ id, date }) => {
      const day = dayStream(date);
      const at = finalAt(await store.stateOf(day), id, { date, timeZone: config.timeZone });
      if (at === null) return;
      const ms = past.remaining(id, at);
      if (ms > 0) {
        nextMs = Math.min(nextMs, ms);
        return;
      }
      await endForfeiture({ store, clock, config }, { id, date });
      past.forget(id);
    });
    await clock.wait(untilNextLook(nextMs), signal);
  }
};
