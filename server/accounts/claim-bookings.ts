import type { Cause } from '#db/change.ts';
import { userById } from '#db/projections/users.ts';
import { bookingStream } from '#events/booking.ts';
import { claimBooking } from '#events/visiting.ts';
import type { AccountDependencies } from './dependencies.ts';
import { bookingsOf } from './profile.ts';

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
  if (!row) return;
  for (const booking of await bookingsOf({ store }, row)) {
    if (booking.account !== null) continue;
    await store.change({
      streams: { booking: bookingStream(booking.id) },
      decide: (states) => claimBooking(states, account),
      cause,
    });
  }
}
