import type { Store } from '#db/store.ts';
import { bookingStream, newBookingStream } from '#events/booking/booking.ts';
import { dayStream } from '#events/day.ts';
import { holdSlot, openCheckout } from '#events/booking/holding.ts';
import { capturePayment } from '#events/booking/paying.ts';
import { type Holding, holdings } from './holdings.ts';

/** Callers at once: large transactions make a history quickly. */
const CALLERS = 512;

/** One booking's life as it usually goes: held, checkout opened, paid, confirmed. Six events. */
async function live(store: Store, { booking, request }: Holding): Promise<void> {
  const cause = { correlation: booking };
  const { date, time } = request;
  await store.change({
    streams: { booking: newBookingStream(booking), day: dayStream(date) },
    decide: (states, person) => holdSlot(states, { ...request, person }),
    cause,
    once: { key: `hold:${booking}`, body: booking, answer: { booking }, authorize: () => null },
  });
  const checkout = `checkout-${booking}`;
  await store.change({
    streams: { booking: bookingStream(booking) },
    decide: (states) => openCheckout(states, checkout, time.now),
    cause,
  });
  const payment = { payment: `payment-${booking}`, checkout, amount: 29_900, currency: 'usd' };
  await store.change({
    streams: { booking: bookingStream(booking), day: dayStream(date) },
    decide: (states) => capturePayment(states, payment, { booking, now: time.now, timeZone: time.timeZone }),
    cause,
  });
}

/** Workers that would else begin with the first event, and send a mail for every booking there ever was. */
const FOLLOWERS = ['hold-expiry', 'mail', 'account-mail', 'webhooks', 'webhook-forgetting'];

/**
 * Fills a store with so many events, a few more at most, and lets the followers be done with them. `free` is where the next
 * history goes on, when a store is to have several.
 */
export async function recordHistory(store: Store, events: number, free = holdings()): Promise<void> {
  const caller = async () => {
    while (store.position < events - CALLERS) await live(store, free.next().value);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  for (const name of FOLLOWERS) store.checkpoints.set(name, store.position);
}
