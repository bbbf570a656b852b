import { keptVisits } from '#db/projections/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { endKeptVisit, forgetAt } from '#events/booking/forgetting.ts';
import { businessTime } from '../dependencies.ts';
import { untilNextLook } from '../../process/clock.ts';
import { forEachAlone } from '../../process/following/for-each-alone.ts';
import { ConfirmedPast } from '../../process/following/confirmed-past.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** Records that a kept visit is over and its customer forgotten, if its time is over. */
export async function endVisitKept(
  { store, clock, config }: Pick<WorkerDependencies, 'store' | 'clock' | 'config'>,
  id: string,
): Promise<void> {
  await store.change({
    streams: { booking: bookingStream(id) },
    decide: (states) => endKeptVisit(states, businessTime({ clock, config })),
    cause: { correlation: id },
  });
}

/** Forgets the customers who keep a visit and have their data deleted afterwards, once the time of each visit has been over for an hour. */
export const keptVisitsEnd: Worker<WorkerDependencies> = async ({ store, clock, log, config }, signal) => {
  const past = new ConfirmedPast(clock);
  while (!signal.aborted) {
    let nextMs = Infinity;
    const kept = await keptVisits(store.db);
    await forEachAlone(kept, { worker: 'kept-visits', log, signal }, async ({ id }) => {
      const at = forgetAt(await store.stateOf(bookingStream(id)), config.timeZone);
      if (at === null) return;
      const ms = past.remaining(id, at);
      if (ms > 0) {
        nextMs = Math.min(nextMs, ms);
        return;
      }
      await endVisitKept({ store, clock, config }, id);
      past.forget(id);
    });
    await clock.wait(untilNextLook(nextMs), signal);
  }
};
