import type { Cause } from '#db/change.ts';
import type { BookingRow } from '#db/projections/bookings.ts';
import { bookingsOfAddress } from '#db/projections/customer-bookings.ts';
import { bookingStream } from '#events/booking.ts';
import { requestLinks } from '#events/lost-links.ts';
import { comparable } from '#shared/comparable.ts';
import { inEvenTime } from '../accounts/even-time.ts';
import type { HasRoom } from '../accounts/mailbox-room.ts';
import type { BookingDependencies } from './dependencies.ts';

type Reader = Pick<BookingDependencies, 'store'>;

/** The bookings that were paid with an address, by a guest or by the address's account, latest visit first. */
export function paidWith({ store }: Reader, email: string): Promise<BookingRow[]> {
  const address = comparable(email);
  const account = store.credentials.addressRow(address)?.account;
  return bookingsOfAddress(store.read.bookings, address, account === undefined ? [address] : [address, account]);
}

/** Sends the links of all bookings of an address there, if it has any. Nobody can tell whether it has. */
export function sendLinks(
  { store, clock }: Pick<BookingDependencies, 'store' | 'clock'>,
  email: string,
  cause: Cause,
  hasRoom: HasRoom,
): Promise<void> {
  return inEvenTime(async () => {
    const [latest] = await paidWith({ store }, email);
    if (!latest) return;
    await store.change({
      streams: { booking: bookingStream(latest.id) },
      decide: (states) => {
        const decision = requestLinks(states, clock.now());
        return decision.booking.length === 0 || hasRoom() ? decision : { booking: [] };
      },
      cause,
    });
  });
}
