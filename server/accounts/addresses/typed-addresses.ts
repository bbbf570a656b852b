/** Bookings made with an account's address, as further streams of a change of that address. */
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { type BookingState, bookingStream } from '#events/booking/booking.ts';
import { type AccountAndBookingsEvents, expectsMail } from '#events/booking/new-address.ts';
import { type Refusal, isRefusal } from '#events/refusal.ts';
import { comparable } from '#shared/normalize-text.ts';
import { withPrefix, withoutPrefix } from '../../bookings/changing/prefixed-streams.ts';
import { bookingPages } from '../../bookings/access/booking-pages.ts';
import { businessTime } from '../../bookings/dependencies.ts';
import type { AccountDependencies } from '../dependencies.ts';

type Reader = Pick<AccountDependencies, 'store' | 'clock'> & { readonly config: { readonly timeZone: string } };

/** Those whose customer expects mail, each with its number of corrections when the address was read. */
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

const BOOKING = 'booking:';

export function bookingStreams(bookings: Iterable<string>) {
  return withPrefix(
    BOOKING,
    [...bookings].map((id) => [id, bookingStream(id)] as const),
  );
}

export function bookingsIn(states: object): Readonly<Record<string, BookingState>> {
  return withoutPrefix<BookingState>(BOOKING, states);
}

export function withBookingEvents(decided: AccountAndBookingsEvents | Refusal) {
  if (isRefusal(decided)) return decided;
  const { account, bookings } = decided;
  return { account, ...withPrefix(BOOKING, Object.entries(bookings)) };
}
