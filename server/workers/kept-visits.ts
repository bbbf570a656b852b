import { keptVisits } from '#db/projections/bookings.ts';
import { bookingStream } from '#events/booking.ts';
import { endKeptVisit, forgetAt } from '#events/leaving.ts';
import { untilLook } from '../clock.ts';
import { forEachAlone } from './for-each-alone.ts';
import type { Worker } from './worker.ts';

/** Forgets the customers of visits that were kept without an account, once the time of each visit is over. */
export const keptVisitsEnd: Worker = async ({ store, clock, log, config: { timeZone } }, signal) => {
  while (!signal.aborted) {
    let next = Infinity;
    const kept = await keptVisits(store.read.bookings);
    await forEachAlone(kept, { worker: 'kept-visits', log, signal }, async ({ id }) => {
      const booking = bookingStream(id);
      const at = forgetAt(store.stateOf(booking), timeZone);
      if (at === null) return;
      if (at > clock.now()) {
        next = Math.min(next, at);
        return;
      }
      await store.change({
        streams: { booking },
        decide: (states) => endKeptVisit(states, { now: clock.now(), timeZone }),
        cause: { correlation: id },
      });
    });
    await clock.wait(untilLook(clock, next), signal);
  }
};
