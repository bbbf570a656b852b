import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BookingEventOf, bookingOf } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import { removePersonalData } from '../forgetting/personal-data.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** The name of its checkpoint. */
const NAME = 'forgotten-customers';

/** Customers whose data is removed before the files are cleaned once for all. */
const PAGE = 500;

/** The longest wait, in milliseconds, for a commit. */
const LOOK_MS = 60_000;

/**
 * Removes the personal data of customers that an event says are forgotten, wherever it is kept (`personal-data.ts`). What a crash
 * interrupted is done again after the next start.
 */
export const forgottenCustomers: Worker<WorkerDependencies> = async (dependencies, signal) => {
  const { store, clock } = dependencies;
  const read = store.readerOf(['CustomerForgotten']);
  let news = new AbortController();
  const stop = store.onCommit((events) => {
    if (events.some(({ type }) => type === 'CustomerForgotten')) news.abort();
  });
  try {
    while (!signal.aborted) {
      news = new AbortController();
      const page = read(store.checkpoints.get(NAME), PAGE) as Recorded<BookingEventOf<'CustomerForgotten'>>[];
      const last = page.at(-1);
      if (!last) {
        await clock.wait(LOOK_MS, AbortSignal.any([signal, news.signal]));
        continue;
      }
      const bookings = page.map(({ stream }) => bookingOf(stream));
      await removePersonalData(dependencies, { persons: page.map(({ data }) => data.person), bookings, accounts: [] });
      await store.cleanFiles();
      store.checkpoints.set(NAME, last.position);
      await nextTurn();
    }
  } finally {
    stop();
  }
};
