import { accountOf } from '#events/account/account.ts';
import { bookingPages } from '../../bookings/access/booking-pages.ts';
import { forgetBookings } from '../delete-account.ts';
import { releaseHold } from '../../bookings/buying/expire.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { JobDependencies } from '../../bookings/dependencies.ts';

/** Completes a deletion that a crash interrupted. */
export const accountBookings: JobKind<JobDependencies> = {
  kind: 'account-bookings',
  on: { AccountDeleted: ({ stream, at }) => ({ key: accountOf(stream), due: at }) },
  async run({ key: account, position }, dependencies) {
    const deleted = await dependencies.store.eventAt(position!);
    if (deleted.type !== 'AccountDeleted') return;
    const cause = { correlation: deleted.correlation, causation: deleted.id };
    await forgetBookings(dependencies, account, deleted.data.bookings, cause);
    for await (const page of bookingPages(dependencies, [account])) {
      for (const { id } of page.filter(({ status }) => status === 'held')) {
        // If the provider does not respond, the hold lapses in time.
        await releaseHold(dependencies, id, cause).catch((error: unknown) => {
          dependencies.log.warn({ err: error, booking: id }, 'hold of deleted account not released');
        });
      }
    }
  },
  atOnce: 1,
};
