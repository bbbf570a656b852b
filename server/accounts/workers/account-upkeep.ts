import type { Cause } from '#db/change.ts';
import { userById } from '#db/projections/users.ts';
import { accountOf } from '#events/account/account.ts';
import { type BookingEventOf, bookingOf, bookingStream } from '#events/booking/booking.ts';
import { bookingPages } from '../visits/booking-pages.ts';
import { forgetAccount } from '../delete-account.ts';
import { giveBack } from '../../bookings/buying/give-hold-back.ts';
import { follow } from '../../process/following/follower.ts';
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

/** Deletes the key and the manage links of a customer whose kept visit is over. */
export function forgetKeptCustomer(
  { store }: Pick<WorkerDependencies, 'store'>,
  { stream, data }: Pick<BookingEventOf<'KeptVisitOver'>, 'data'> & { readonly stream: string },
): void {
  store.forget([data.person]);
  store.manageLinks.forget([bookingOf(stream)]);
}

/**
 * Repairs the vault after a crash, from the account events in the log: owners of addresses, and persons to forget. Normally the
 * request itself has already done this. Only this worker deletes the key of a deleted account's own details and forgets the
 * customers of kept visits.
 */
export const accountUpkeep = follow({
  name: 'account-upkeep',
  types: ['AccountRegistered', 'EmailChanged', 'AccountDeleted', 'KeptVisitOver'],
  async handle(event, dependencies: WorkerDependencies) {
    const { store, mailer } = dependencies;
    if (event.type === 'KeptVisitOver') {
      forgetKeptCustomer({ store }, event);
      await mailer.forget([event.stream]);
      await store.cleanFiles();
      return;
    }
    const { users } = store.updatedQueries();
    const account = accountOf(event.stream);
    if (event.type === 'AccountDeleted') {
      const cause = { correlation: event.correlation, causation: event.id };
      // Cleaning rebuilds the rows from the log, so the second pass finds bookings that were missing in the first.
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
