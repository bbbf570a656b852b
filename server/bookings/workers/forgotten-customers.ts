import type { Store } from '#db/store.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { areMoreToCome } from '../forgetting/more-to-come.ts';
import { removePersonalData } from '../forgetting/personal-data.ts';
import { follow } from '../../process/following/follower.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** The name of its checkpoint. */
const NAME = 'forgotten-customers';

/** Whether the account that owns the booking is deleted: the worker for accounts removes the data of all its bookings together. */
function isForgottenWithAccount(store: Pick<Store, 'stateOf'>, booking: string): boolean {
  const account = store.stateOf(bookingStream(booking))?.account ?? null;
  return account !== null && store.stateOf(accountStream(account))?.status === 'deleted';
}

/**
 * Removes the personal data of customers that an event says are forgotten, wherever it is kept (`personal-data.ts`). What a crash
 * interrupts is done again; what cannot be removed for one customer now delays no other.
 */
export const forgottenCustomers = follow({
  name: NAME,
  types: ['CustomerForgotten'],
  async handle({ type, stream, position, data: { person } }, dependencies: WorkerDependencies) {
    const { store } = dependencies;
    const booking = bookingOf(stream);
    try {
      if (!isForgottenWithAccount(store, booking)) {
        await removePersonalData(dependencies, { persons: [person], bookings: [booking], accounts: [] });
      }
    } finally {
      if (!areMoreToCome(store, { worker: NAME, type, position })) await store.cleanFiles();
    }
  },
});
