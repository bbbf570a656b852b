import type { Cause } from '#db/change.ts';
import { userById } from '#db/projections/users.ts';
import { bookingStream } from '#events/booking.ts';
import { claimBooking } from '#events/visiting.ts';
import type { AccountDependencies } from './dependencies.ts';
import { bookingPages } from './booking-pages.ts';

/** Gives an account the booking that its owner makes, whatever address they give; one that is another's stays so. */
export async function claimOwn(
  { store }: Pick<AccountDependencies, 'store'>,
  account: string,
  booking: string,
  cause: Cause,
): Promise<void> {
  const stream = bookingStream(booking);
  if (store.stateOf(stream)?.account !== null) return;
  await store.change({ streams: { booking: stream }, decide: (states) => claimBooking(states, account), cause });
}

/** Gives an account the bookings that its owner made as a guest with the address that is now confirmed. */
export async function claimBookings(
  { store }: Pick<AccountDependencies, 'store'>,
  account: string,
  cause: Cause,
): Promise<void> {
  const row = await userById(store.read.users, account);
  if (row?.verified !== 1 || row.email_key === null) return;
  for await (const page of bookingPages({ store }, [row.email_key])) {
    await Promise.all(
      page.map(({ id }) =>
        store.change({
          streams: { booking: bookingStream(id) },
          decide: (states) => claimBooking(states, account),
          cause,
        }),
      ),
    );
  }
}
