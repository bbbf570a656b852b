import type { Cause } from '#db/change.ts';
import { type Customer, type ToldBooking, bookingsOfAddress } from '#db/projections/customer-bookings.ts';
import { bookingStream } from '#events/booking.ts';
import { civilDateAt } from '#events/business-time.ts';
import { requestLinks } from '#events/lost-links.ts';
import { comparable } from '#shared/comparable.ts';
import { inEvenTime } from '../accounts/even-time.ts';
import { type HasRoom, ifRoom } from '../accounts/mailbox-room.ts';
import type { BookingDependencies } from './dependencies.ts';

type Reader = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

/** The bookings that were paid with an address, by a guest or by the address's account: visits ahead, soonest first, then the others. */
export function paidWith({ store, clock, config }: Reader, email: string): Promise<ToldBooking[]> {
  const address = comparable(email);
  const account = store.credentials.addressRow(address)?.account;
  const customer: Customer = account === undefined ? [address] : [address, account];
  const today = civilDateAt(clock.now(), config.timeZone);
  return bookingsOfAddress(store.read.bookings, address, { customer, today });
}

/** Sends the links of all bookings of an address there, if it has any. A visitor cannot tell whether it has. */
export function sendLinks(reader: Reader, email: string, cause: Cause, hasRoom: HasRoom): Promise<void> {
  return inEvenTime(async () => {
    const { store, clock } = reader;
    const [first] = await paidWith(reader, email);
    if (!first) return;
    await store.change({
      streams: { booking: bookingStream(first.id) },
      decide: (states) => ({ booking: ifRoom(requestLinks(states, clock.now()).booking, hasRoom) }),
      cause,
    });
  });
}
