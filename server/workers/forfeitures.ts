import { openForfeits } from '#db/projections/bookings.ts';
import { bookingStream } from '#events/booking.ts';
import { dayStream } from '#events/day.ts';
import { finalAt, finaliseForfeiture } from '#events/refilling.ts';
import { untilLook } from '../clock.ts';
import { forEachAlone } from './for-each-alone.ts';
import type { Worker } from './worker.ts';

/**
 * Records late cancellations as final when their time has come. Decisions do not wait for that: from that instant on, none of
 * them is made good any more.
 */
export const forfeitures: Worker = async ({ store, clock, log, config: { timeZone } }, signal) => {
  while (!signal.aborted) {
    let next = Infinity;
    const open = await openForfeits(store.read.bookings);
    await forEachAlone(open, { worker: 'forfeitures', log, signal }, async ({ id, date }) => {
      const day = dayStream(date);
      const at = finalAt(store.stateOf(day), id, { date, timeZone });
      if (at === null) return;
      if (at > clock.now()) {
        next = Math.min(next, at);
        return;
      }
      await store.change({
        streams: { booking: bookingStream(id), day },
        decide: (states) => finaliseForfeiture(states, id, { date, now: clock.now(), timeZone }),
        cause: { correlation: id },
      });
    });
    await clock.wait(untilLook(clock, next), signal);
  }
};
