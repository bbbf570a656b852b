import type { Store } from '#db/store.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { forgetWithGuest } from '#events/booking/forgetting.ts';
import { comparable } from '#shared/normalize-text.ts';
import { guestBookingPages } from '../access/booking-pages.ts';
import { removePersonalData } from '../forgetting/personal-data.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { WorkerDependencies } from '../workers/dependencies.ts';

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

/** Removes the personal data of customers that an event says are forgotten, wherever it is kept (`personal-data.ts`). */
export const forgottenCustomers: JobKind<Pick<WorkerDependencies, 'store' | 'mailer'>> = {
  kind: 'forgotten-customers',
  on: {
    CustomerForgotten({ id, stream, at }) {
      return { key: id, order: bookingOf(stream), due: at };
    },
  },
  async run({ order: booking, position }, dependencies) {
    const { store } = dependencies;
    const event = await store.eventAt(position!);
    if (event.type !== 'CustomerForgotten' || (await isForgottenWithAccount(store, booking))) return;
    await forgetEarlierTries(dependencies, booking);
    await removePersonalData(dependencies, { persons: [event.data.person], bookings: [booking], accounts: [] });
  },
  atOnce: 4,
};
