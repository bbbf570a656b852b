import { openAttention } from '#db/projections/attention.ts';
import { mailStream, retryMail } from '#events/mail.ts';
import type { Worker } from './worker.ts';

const EVERY_MS = 24 * 3_600_000;
/** How long after it was parked a mail is still worth sending. */
const WORTH_SENDING_MS = 7 * EVERY_MS;

/**
 * Asks for parked mail to be sent once more: at the start, since what was refused for a wrong key or sender is put right by
 * configuration, and each day for a week, since an unverified domain is not.
 */
export const parkedMail: Worker = async ({ store, clock }, signal) => {
  while (!signal.aborted) {
    const since = clock.now() - WORTH_SENDING_MS;
    for (const row of await openAttention(store.read.attention)) {
      const { event, role, booking } = row;
      if (event === null || role === null || (row.since ?? 0) < since) continue;
      await store.change({
        streams: { mail: mailStream(event) },
        decide: (states) => retryMail(states, role),
        cause: { correlation: booking },
      });
    }
    await clock.wait(EVERY_MS, signal);
  }
};
