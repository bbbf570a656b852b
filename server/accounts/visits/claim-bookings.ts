import type { Cause } from '#db/change.ts';
import { userById } from '#db/queries/accounts/users.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { claimBooking } from '#events/booking/booking-owner.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { bookingPages } from '../../bookings/access/booking-pages.ts';

/** Guest bookings with the confirmed address, unless another request adopts one meanwhile. */
export async function claimBookings(
  { store }: Pick<AccountDependencies, 'store'>,
  account: string,
  cause: Cause,
): Promise<void> {
  const row = await userById(store.db, account);
  if (row?.verified !== 1 || row.email_key === null) return;
  const claim = async (id: string) => {
    try {
      await store.change({
        streams: { booking: bookingStream(id), account: accountStream(account) },
        decide: (states) => claimBooking(states, account),
        cause,
      });
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
    }
  };
  for await (const page of bookingPages({ store }, [row.email_key])) await Promise.all(page.map(({ id }) => claim(id)));
}
