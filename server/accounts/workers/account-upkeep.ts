import type { Cause } from '#db/change.ts';
import { accountOf, accountStream } from '#events/account/account.ts';
import { bookingPages } from '../../bookings/access/booking-pages.ts';
import { forgetAccount } from '../delete-account.ts';
import { areMoreToCome } from '../../bookings/forgetting/more-to-come.ts';
import { removePersonalData } from '../../bookings/forgetting/personal-data.ts';
import { giveBack } from '../../bookings/buying/give-hold-back.ts';
import { follow } from '../../process/following/follower.ts';
import type { WorkerDependencies } from '../../bookings/workers/dependencies.ts';

/** The name of its checkpoint. */
const NAME = 'account-upkeep';

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
 * Finishes the deletion of accounts after a crash. Normally the request itself has already done most of this. Only this worker deletes
 * the key of a deleted account's own details.
 */
export const accountUpkeep = follow({
  name: NAME,
  types: ['AccountDeleted'],
  async handle(event, dependencies: WorkerDependencies) {
    const { store } = dependencies;
    const account = accountOf(event.stream);
    const cause = { correlation: event.correlation, causation: event.id };
    const state = await store.stateOf(accountStream(account));
    // An account that could never sign in has no bookings.
    const mayHaveBookings = state === null || state.isVerified || state.isFirst;
    // Cleaning rebuilds the rows from the log, so the second pass finds bookings that were missing in the first.
    for (const isLast of mayHaveBookings ? [false, true] : [true]) {
      const bookings = await forgetAccount(dependencies, account, event.data.bookings, cause, { isLast });
      if (isLast) await giveHoldsBack(dependencies, account, cause);
      await removePersonalData(dependencies, { persons: [], bookings, accounts: [account] });
      const isLastOfMany = !areMoreToCome(store, { worker: NAME, type: event.type, position: event.position });
      if (mayHaveBookings || isLastOfMany) await store.cleanFiles();
    }
  },
});
