import { openForfeits } from '#db/projections/bookings.ts';
import { bookingStream } from '#events/booking.ts';
import { dayStream } from '#events/day.ts';
import { finalAt, finaliseForfeiture } from '#events/refilling.ts';
import type { Worker } from './worker.ts';

const EVERY_MS = 60_000;

/**
 * Records late cancellations as final when their time has come. Decisions do not wait for that: from that instant on, none of
 * them is made good any more.
 */
export const forfeitures: Worker = async ({ store, clock, config: { timeZone } }, signal) => {
  while (!signal.aborted) {
    let next = clock.now() + EVERY_MS;
    for (const { id, date } of await openForfeits(store.read.bookings)) {
      const day = dayStream(date);
      const at = finalAt(store.stateOf(day), id, { date, timeZone });
      if (at === null) continue;
      if (at > clock.now()) {
        next = Math.min(next, at);
        continue;
      }
      await store.change({
        streams: { booking: bookingStream(id), day },
        decide: (states) => finaliseForfeiture(states, id, { date, now: clock.now(), timeZone }),
        cause: { correlation: id },
      });
    }
    await clock.wait(Math.max(0, next - clock.now()), signal);
  }
};
