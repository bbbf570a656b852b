import type { Cause } from '#db/change.ts';
import { userById } from '#db/projections/users.ts';
import { accountOf } from '#events/account.ts';
import { bookingOf, bookingStream } from '#events/booking.ts';
import { bookingPages } from '../visits/booking-pages.ts';
import { forgetAccount } from '../delete-account.ts';
import { giveBack } from '../../bookings/changing/give-back.ts';
import { follow } from '../../process/following/follower.ts';
import type { WorkerDependencies } from '../../bookings/workers/dependencies.ts';

/** Gives back what a deleted account holds and has not paid: there is no customer to visit any more. */
async function giveHoldsBack(dependencies: WorkerDependencies, account: string, cause: Cause): Promise<void> {
  for await (const page of bookingPages(dependencies, [account])) {
    for (const { id } of page.filter(({ status }) => status === 'held')) {
      // With the provider out of reach it lapses by itself.
      await giveBack(dependencies, id, cause).catch((error: unknown) => {
        dependencies.log.warn({ err: error, booking: id }, 'a deleted account still holds a time, until that lapses');
      });
    }
  }
}

/**
 * Brings the vault level with what the log says of accounts, where a crash came between the two: who has which address, and
 * who is to be forgotten. The request itself has done most of it already. The key of a deleted account's own details and the customer
 * of a kept visit are forgotten here alone.
 */
export const accountUpkeep = follow({
  name: 'account-upkeep',
  types: ['AccountRegistered', 'EmailChanged', 'AccountDeleted', 'KeptVisitOver'],
  async handle(event, dependencies: WorkerDependencies) {
    const { store, mailer } = dependencies;
    if (event.type === 'KeptVisitOver') {
      store.forget([event.data.person]);
      store.manageLinks.forget([bookingOf(event.stream)]);
      await mailer.forget([event.stream]);
      await store.cleanFiles();
      return;
    }
    const { users } = store.levelQueries();
    const account = accountOf(event.stream);
    if (event.type === 'AccountDeleted') {
      const cause = { correlation: event.correlation, causation: event.id };
      // Cleaning makes the rows again from the log: the second time, bookings that they lacked are found.
      for (const isLast of [false, true]) {
        const bookings = await forgetAccount(dependencies, account, event.data.bookings, cause, { isLast });
        if (isLast) await giveHoldsBack(dependencies, account, cause);
        await mailer.forget([event.stream, ...bookings.map((id) => bookingStream(id).name)]);
        await store.cleanFiles();
      }
      return;
    }
    const address = (await userById(users, account))?.email_key;
    if (address && store.credentials.addressRow(address)?.account === account) {
      store.credentials.settleAddress(address, account);
    }
  },
});
