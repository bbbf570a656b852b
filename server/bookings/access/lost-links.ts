import type { EvenDuration } from '../../web/limits/even-duration.ts';
import type { Cause } from '#db/change.ts';
import { accountWithAddress, userById } from '#db/queries/accounts/accounts.ts';
import type { BookingRow } from '#db/projections/booking-row.ts';
import { bookingsOfAddress } from '#db/queries/accounts/customer-bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { civilDateAt } from '#events/business-time.ts';
import { requestLinks } from '#events/booking/messaging.ts';
import { comparable } from '#shared/normalize-text.ts';
import { type HasRoom, mailIfRoom } from '../../web/limits/mailbox-room.ts';
import type { BookingDependencies } from '../dependencies.ts';

type Reader = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

/** Paid by a guest or the address's account, also with a former address. Visits ahead first, soonest first. */
export async function paidWith({ store, clock, config }: Reader, email: string): Promise<BookingRow[]> {
  const address = comparable(email);
  const account = await accountWithAddress(store.db, address);
  const row = account === null ? null : await userById(store.db, account);
  const hasConfirmed = row?.verified === 1 && row.email_key === address;
  const today = civilDateAt(clock.now(), config.timeZone);
  return bookingsOfAddress(store.db, address, { account, hasConfirmed, today });
}

/** The account's current address, or the one it was booked with. */
export async function linksAddress({ store }: Reader, { account, email }: BookingRow): Promise<string | null> {
  const row = account === null || email === null ? null : await userById(store.db, account);
  return row?.verified === 1 && row.email !== null ? row.email : email;
}

/** The response does not show whether there are any bookings. */
export function sendLinks(
  reader: Reader & { readonly inEvenDuration: EvenDuration },
  email: string,
  cause: Cause,
  hasRoom: HasRoom,
): Promise<void> {
  return reader.inEvenDuration(async () => {
    const { store, clock } = reader;
    const [first] = await paidWith(reader, email);
    if (!first) return;
    await store.change({
      streams: { booking: bookingStream(first.id) },
      decide: (states) => ({ booking: mailIfRoom(requestLinks(states, clock.now()).booking, hasRoom) }),
      cause,
    });
  });
}
