import type { Store } from '#db/store.ts';
import { type Booking, bookingStream } from '#events/booking.ts';
import { Rejected } from '#events/refusal.ts';

/** How often a change is begun anew when the booking was moved meanwhile: each time takes a click of its customer. */
const MOST_TRIES = 5;

/** Makes a change over the booking as it is now. Throws `Rejected` with `unknown-booking` for one that nobody has. */
export async function overBooking<Result>(
  store: Pick<Store, 'stateOf'>,
  id: string,
  change: (booking: Booking) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const booking = store.stateOf(bookingStream(id));
    if (booking === null) throw new Rejected('unknown-booking');
    try {
      return await change(booking);
    } catch (error) {
      const isOutdated = error instanceof Rejected && error.refusal === 'changed-meanwhile';
      if (!isOutdated || tries === MOST_TRIES) throw error;
    }
  }
}
