import { anyChange } from '#db/change.ts';
import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { UNPAID_KEPT_MS, forgetUnpaid } from '#events/booking/forgetting.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { JobDependencies } from '../dependencies.ts';

/** While a payment that did not buy the slot is not refunded yet. */
const UNSETTLED_MS = 24 * 3_600_000;

export const unpaidHolds: JobKind<Pick<JobDependencies, 'store'>> = {
  kind: 'unpaid-holds',
  on: {
    HoldExpired({ stream, at }) {
      return { key: bookingOf(stream), due: at + UNPAID_KEPT_MS };
    },
  },
  async run({ key: id, due }, { store }) {
    const booking = await store.stateOf(bookingStream(id));
    if (booking?.status !== 'expired' || booking.isForgotten) return;
    const at = booking.expiresAt + UNPAID_KEPT_MS;
    if (at > due) return { due: at };
    if (forgetUnpaid({ booking }, due).booking.length === 0) return { due: due + UNSETTLED_MS };
    return anyChange({
      streams: { booking: bookingStream(id) },
      decide: (states) => forgetUnpaid(states, due),
      cause: { correlation: id },
    });
  },
  atOnce: 4,
  irreversible: true,
};
