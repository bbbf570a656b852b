import type { Cause } from '#db/change.ts';
import { type AccountEvent, accountOf } from '#events/account/account.ts';
import type { Recorded } from '#events/event.ts';
import { bookingPages } from '../../bookings/access/booking-pages.ts';
import { forgetAccount } from '../delete-account.ts';
import { removePersonalData } from '../../bookings/forgetting/personal-data.ts';
import { giveBack } from '../../bookings/buying/give-hold-back.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { WorkerDependencies } from '../../bookings/workers/dependencies.ts';

/** Ends the unpaid holds of a deleted account: no customer is left to visit. */
export async function giveHoldsBack(
  dependencies: Omit<WorkerDependencies, 'mailer' | 'webhooks'>,
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
 * Forgets the person of a deleted account. The request that deletes it does most of this at once; what a crash interrupts is done
 * here.
 */
export const accountForgetting: JobKind<WorkerDependencies> = {
  kind: 'account-forgetting',
  on: {
    AccountDeleted({ stream, at }) {
      const account = accountOf(stream);
      return { key: account, order: account, due: at };
    },
  },
  async run({ order: account, position }, dependencies) {
    const deleted = (await dependencies.store.eventAt(position!)) as Recorded<
      Extract<AccountEvent, { type: 'AccountDeleted' }>
    >;
    const cause = { correlation: deleted.correlation, causation: deleted.id };
    const bookings = await forgetAccount(dependencies, account, deleted.data.bookings, cause);
    await giveHoldsBack(dependencies, account, cause);
    await removePersonalData(dependencies, { persons: [], bookings, accounts: [account] });
    await dependencies.store.cleanFiles();
  },
  atOnce: 1,
};
