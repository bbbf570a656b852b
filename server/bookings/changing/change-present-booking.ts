import type { Store } from '#db/store.ts';
import { type Booking, bookingStream } from '#events/booking/booking.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { repeatWhileRefused } from './repeat-while-refused.ts';

/** Throws `Rejected` with `unknown-booking` when no booking has the id. */
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
