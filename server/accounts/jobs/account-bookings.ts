import type { Cause } from '#db/change.ts';
import { accountOf } from '#events/account/account.ts';
import { bookingPages } from '../../bookings/access/booking-pages.ts';
import { forgetBookings } from '../delete-account.ts';
import { giveBack } from '../../bookings/buying/give-hold-back.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { JobDependencies } from '../../bookings/dependencies.ts';

/** Ends the unpaid holds of a deleted account: no customer is left to visit. */
export async function giveHoldsBack(
  dependencies: Omit<JobDependencies, 'mailer' | 'webhooks'>,
  account: string,
  cause: Cause,
): Promise<void> {
  for await (const page of bookingPages(dependencies, [account])) {
    for (const { id } of page.filter(({ status }) => status === 'held')) {
      // If the provider does not respond, the hold lapses at its end.
      await giveBack(dependencies, id, cause).catch((error: unknown) => {
        dependencies.log.warn({ err: error, booking: id }, 'a deleted account still holds a time, until that lapses');
      });
    }
  }
}

/**
 * Forgets the customers of a deleted account's bookings, and ends its holds. The request that deletes it does most of this at once; the
 * job completes what a crash interrupted.
 */
export const accountBookings: JobKind<JobDependencies> = {
  kind: 'account-bookings',
  on: {
    AccountDeleted({ stream, at }) {
      const account = accountOf(stream);
      return { key: account, orderKey: account, due: at };
    },
  },
  async run({ orderKey: account, position }, dependencies) {
    const deleted = await dependencies.store.eventAt(position!);
    if (deleted.type !== 'AccountDeleted') return;
    const cause = { correlation: deleted.correlation, causation: deleted.id };
    await forgetBookings(dependencies, account, deleted.data.bookings, cause);
    await giveHoldsBack(dependencies, account, cause);
  },
  atOnce: 1,
};
