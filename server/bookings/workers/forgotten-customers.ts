import type { Store } from '#db/store.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { forgetWithGuest } from '#events/booking/forgetting.ts';
import { comparable } from '#shared/normalize-text.ts';
import { guestBookingPages } from '../access/booking-pages.ts';
import { areMoreToCome } from '../forgetting/more-to-come.ts';
import { removePersonalData } from '../forgetting/personal-data.ts';
import { follow } from '../../process/following/follower.ts';
import type { WorkerDependencies } from './dependencies.ts';

/** The name of its checkpoint. */
const NAME = 'forgotten-customers';

/** Whether the account that owns the booking is deleted: the job `account-forgetting` removes the data of all its bookings together. */
async function isForgottenWithAccount(store: Pick<Store, 'stateOf'>, booking: string): Promise<boolean> {
  const account = (await store.stateOf(bookingStream(booking)))?.account ?? null;
  return account !== null && (await store.stateOf(accountStream(account)))?.status === 'deleted';
}

/** Every email address that the customer of a booking has given for it, while their key exists. */
async function addressesOf(store: Pick<Store, 'eventsOf'>, booking: string): Promise<ReadonlySet<string>> {
  const addresses = (await store.eventsOf(bookingStream(booking))).flatMap(({ data }) =>
    'personal' in data && data.personal && 'email' in data.personal ? [comparable(data.personal.email)] : [],
  );
  return new Set(addresses);
}

/**
 * Forgets a guest who had paid in the unpaid holds of the same address, too: a customer who is slow to pay, or picks another time, leaves
 * some behind. Those of another address go with all unpaid holds (`unpaid-holds.ts`).
 */
async function forgetEarlierTries({ store }: Pick<WorkerDependencies, 'store'>, booking: string): Promise<void> {
  const state = await store.stateOf(bookingStream(booking));
  if (state === null || state.account !== null || state.status === 'expired') return;
  for (const address of await addressesOf(store, booking)) {
    for await (const page of guestBookingPages({ store }, { address, heldBy: null })) {
      for (const { id } of page) {
        await store.change({
          streams: { booking: bookingStream(id) },
          decide: forgetWithGuest,
          cause: { correlation: booking },
        });
      }
    }
  }
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
      if (!(await isForgottenWithAccount(store, booking))) {
        await forgetEarlierTries(dependencies, booking);
        await removePersonalData(dependencies, { persons: [person], bookings: [booking], accounts: [] });
      }
    } finally {
      if (!areMoreToCome(store, { worker: NAME, type, position })) await store.cleanFiles();
    }
  },
});
