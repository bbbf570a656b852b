import type { Cause } from '#db/change.ts';
import { type BookingStatus, bookingStream } from '#events/booking.ts';
import { dayStream } from '#events/day.ts';
import { capturePayment } from '#events/paying.ts';
import { Rejected } from '#shared/refusals.ts';
import type { SessionType } from '#shared/session-type.ts';
import type { Checkout } from '../../outside/payments/port.ts';
import { type BookingDependencies, businessTime } from '../dependencies.ts';
import { forfeitedEvents, forfeitedStates, makingGood } from '../changing/forfeited.ts';

/** What a checkout came to. */
export interface Fulfilment {
  readonly booking: string;
  readonly service: SessionType;
  readonly status: BookingStatus;
  /** Whether it is, or ever was, a paid visit. */
  readonly wasConfirmed: boolean;
  readonly checkout: Checkout;
}

/**
 * Brings a booking level with what the payment provider knows of a checkout: asks the provider, trusts nothing else, and
 * takes each payment into account once. Webhook, return page and reconciliation all call it, in any order, any number of
 * times. Throws `Rejected` with `unknown-booking` when the checkout is not for a booking of ours.
 *
 * A payment counts although the booking's stream does not name its checkout: `CheckoutOpened` is recorded after the provider has opened
 * it, so a crash or an older log put back may have lost it. The adapter makes sure that this site opened the checkout.
 */
export async function fulfil(
  { store, payments, clock, config }: BookingDependencies,
  checkoutId: string,
  cause: Cause,
): Promise<Fulfilment> {
  const checkout = await payments.fetch(checkoutId);
  const { booking: id } = checkout;
  const known = store.stateOf(bookingStream(id));
  if (known === null) throw new Rejected('unknown-booking');
  for (const { id: payment, amount, currency } of checkout.payments) {
    await makingGood(store, known.date, (forfeited) =>
      store.change({
        streams: { booking: bookingStream(id), day: dayStream(known.date), ...forfeited },
        decide(states) {
          const paid = { payment, checkout: checkout.id, amount, currency };
          const context = { booking: id, ...businessTime({ clock, config }) };
          return forfeitedEvents(capturePayment({ ...states, forfeited: forfeitedStates(states) }, paid, context));
        },
        cause,
      }),
    );
  }
  const { status, service, wasConfirmed } = store.stateOf(bookingStream(id)) ?? known;
  return { booking: id, service, status, wasConfirmed, checkout };
}
