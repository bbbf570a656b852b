import { type RefusalName, Rejected } from '#shared/calls/refusals.ts';
import type { Store } from '#db/store.ts';
import { type Booking, bookingStream } from '#events/booking/booking.ts';

/** Each repetition needs a customer who acts at the same instant. */
const MOST_TRIES = 5;

/** With fresh states, while it is refused with this name. */
export async function repeatWhileRefused<Result>(
  change: () => Promise<Result>,
  refusedBy: RefusalName = 'changed-meanwhile',
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await change();
    } catch (error) {
      const isOutdated = error instanceof Rejected && error.refusal === refusedBy;
      if (!isOutdated || tries === MOST_TRIES) throw error;
    }
  }
}

/** Throws `Rejected` with `unknown-booking`. */
export function changePresentBooking<Result>(
  store: Pick<Store, 'stateOf'>,
  id: string,
  change: (booking: Booking) => Promise<Result>,
): Promise<Result> {
  return repeatWhileRefused(async () => {
    const booking = await store.stateOf(bookingStream(id));
    if (booking === null) throw new Rejected('unknown-booking');
    return change(booking);
  });
}
