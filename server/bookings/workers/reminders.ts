import { type BookingRow, visitsBetween } from '#db/projections/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { civilDateAt } from '#events/business-time.ts';
import { REMINDER_KINDS, remind } from '#events/booking/reminding.ts';
import { addDays } from '#shared/civil-date.ts';
import { businessTime } from '../dependencies.ts';
import { forEachAlone } from '../../process/following/for-each-alone.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';

const EVERY_MS = 5 * 60_000;

/** Days ahead that are checked: more than any notice rule needs. */
const AHEAD_DAYS = 14;

/** Requests the reminders of one visit that are due now. */
export async function requestReminders(
  { store, clock, config }: Pick<WorkerDependencies, 'store' | 'clock' | 'config'>,
  { id, placed_at }: Pick<BookingRow, 'id' | 'placed_at'>,
): Promise<void> {
  const stream = bookingStream(id);
  for (const kind of REMINDER_KINDS) {
    const time = () => ({ ...businessTime({ clock, config }), since: placed_at ?? 0 });
    if (remind({ booking: await store.stateOf(stream) }, kind, time()).booking.length === 0) continue;
    await store.change({
      streams: { booking: stream },
      decide: (states) => remind(states, kind, time()),
      cause: { correlation: id },
    });
  }
}

/**
 * Requests reminders when they are due. Each request is recorded in the log, so neither a restart nor a clock jump sends one
 * twice; the mail worker sends it like any other mail.
 */
export const reminders: Worker<WorkerDependencies> = async (means, signal) => {
  const { store, clock, log, config } = means;
  while (!signal.aborted) {
    const today = civilDateAt(clock.now(), config.timeZone);
    const visits = await visitsBetween(store.updatedQueries().bookings, today, addDays(today, AHEAD_DAYS));
    await forEachAlone(visits, { worker: 'reminders', log, signal }, (visit) => requestReminders(means, visit));
    await clock.wait(EVERY_MS, signal);
  }
};
