import { bookingById } from '#db/queries/bookings/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { expectsMail } from '#events/booking/new-address.ts';
import { comparable } from '#shared/normalize-text.ts';
import { bookingPages } from '../../bookings/access/booking-pages.ts';
import { businessTime } from '../../bookings/dependencies.ts';
import type { AccountDependencies } from '../dependencies.ts';

type Reader = Pick<AccountDependencies, 'store' | 'clock'> & { readonly config: { readonly timeZone: string } };

/** Bookings made with that address whose customer expects mail, each with its number of corrections when the address was read. */
export async function bookingsTypedWith(
  { store, clock, config }: Reader,
  account: string,
  email: string,
): Promise<ReadonlyMap<string, number>> {
  const address = comparable(email);
  const time = businessTime({ clock, config });
  const typed = new Map<string, number>();
  for await (const page of bookingPages({ store }, [account])) {
    for (const { id } of page.filter((row) => row.email_key === address)) {
      const booking = await store.stateOf(bookingStream(id));
      if (booking === null || !expectsMail(booking, time)) continue;
      // After the number of corrections: if a later correction set the address, the change is refused.
      const row = await bookingById(store.db, id);
      if (row?.email_key === address) typed.set(id, booking.corrections);
    }
  }
  return typed;
}
