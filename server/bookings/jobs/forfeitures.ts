import { anyChange } from '#db/change.ts';
import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { dayStream } from '#events/day.ts';
import { finalAt, finaliseForfeiture } from '#events/booking/refilling.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { JobDependencies } from '../dependencies.ts';

/** No decision depends on that record. */
export const forfeitures: JobKind<Pick<JobDependencies, 'store' | 'config'>> = {
  kind: 'forfeitures',
  on: {
    BookingForfeited({ stream, at }) {
      return { key: bookingOf(stream), due: at };
    },
  },
  async run({ key: id, due }, { store, config: { timeZone } }) {
    const booking = await store.stateOf(bookingStream(id));
    if (booking?.status !== 'forfeited') return;
    const { date } = booking;
    const at = finalAt(await store.stateOf(dayStream(date)), id, { date, timeZone });
    if (at === null) return;
    if (at > due) return { due: at };
    return anyChange({
      streams: { booking: bookingStream(id), day: dayStream(date) },
      decide: (states) => finaliseForfeiture(states, id, { date, timeZone, now: due }),
      cause: { correlation: id },
    });
  },
  atOnce: 1,
  irreversible: true,
};
