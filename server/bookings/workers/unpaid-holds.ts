import { type UnpaidHold, unpaidHolds } from '#db/projections/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { UNPAID_KEPT_MS, forgetUnpaid } from '#events/booking/forgetting.ts';
import { untilNextLook } from '../../process/clock.ts';
import { ConfirmedDay } from '../../process/following/confirmed-past.ts';
import { forEachAlone } from '../../process/following/for-each-alone.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** Holds handled in parallel, which share a commit. */
const AT_ONCE = 8;

/** Records that the visitor of an unpaid hold is forgotten, if it ended long enough before `now`, in milliseconds. */
export async function forgetUnpaidHold(
  { store }: Pick<WorkerDependencies, 'store'>,
  id: string,
  now: number,
): Promise<void> {
  await store.change({
    streams: { booking: bookingStream(id) },
    decide: (states) => forgetUnpaid(states, now),
    cause: { correlation: id },
  });
}

/** Every hold that ended unpaid by an instant and still has personal data. */
async function* unpaidBy({ store }: Pick<WorkerDependencies, 'store'>, instant: number): AsyncGenerator<UnpaidHold> {
  let after: UnpaidHold | null = null;
  do {
    const page: UnpaidHold[] = await unpaidHolds(store.db, instant, after);
    yield* page;
    after = page.at(-1) ?? null;
  } while (after !== null);
}

/** Forgets visitors who never paid, `UNUSED_DATA_DAYS` after the day on which their hold ended: together, because files are cleaned afterwards. */
export const unpaidHoldsForgotten: Worker<WorkerDependencies> = async (dependencies, signal) => {
  const { clock, log } = dependencies;
  const days = new ConfirmedDay(clock);
  while (!signal.aborted) {
    const today = days.look();
    if (today !== null) {
      const options = { worker: 'unpaid-holds', log, signal, atOnce: AT_ONCE };
      const old = unpaidBy(dependencies, today - UNPAID_KEPT_MS);
      await forEachAlone(old, options, ({ id }) => forgetUnpaidHold(dependencies, id, today));
    }
    await clock.wait(untilNextLook(Infinity), signal);
  }
};
