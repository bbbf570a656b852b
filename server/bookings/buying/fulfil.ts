import type { Cause } from '#db/change.ts';
import { endCount } from '#db/queries/bookings/unpaid-holds.ts';
import { type BookingStatus, bookingStream } from '#events/booking/booking.ts';
import { dayStream } from '#events/day.ts';
import { capturePayment } from '#events/booking/paying.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { SessionType } from '#shared/booking/session-type.ts';
import type { Checkout } from '../../outside/payments/port.ts';
import { type BookingDependencies, businessTime } from '../dependencies.ts';
import { withOpenForfeitures } from '../changing/forfeited.ts';
import { grouped } from '../changing/grouped-streams.ts';

export interface Fulfilment {
  readonly booking: string;
  readonly service: SessionType;
  readonly status: BookingStatus;
  readonly wasConfirmed: boolean;
  readonly checkout: Checkout;
}

/**
 * Records each payment of a checkout once, trusting only the provider. Counts it even without `CheckoutOpened`, which a crash may
 * have lost. Throws `Rejected` `unknown-booking` for another site's checkout.
 */
export async function fulfil(
  { store, payments, clock, config }: BookingDependencies,
  checkoutId: string,
  cause: Cause,
): Promise<Fulfilment> {
  const checkout = await payments.fetch(checkoutId);
  const { booking: id } = checkout;
  const known = await store.stateOf(bookingStream(id));
  if (known === null) throw new Rejected('unknown-booking');
  for (const { id: payment, amount, currency } of checkout.payments) {
    await withOpenForfeitures(store, [known.date], (forfeited) =>
      store.change(
        grouped({
          streams: { booking: bookingStream(id), day: dayStream(known.date) },
          groups: { forfeited },
          decide(states) {
            const paid = { payment, checkout: checkout.id, amount, currency };
            return capturePayment(states, paid, { booking: id, ...businessTime({ clock, config }) });
          },
          writes: () => [endCount(store.db, id)],
          cause,
        }),
      ),
    );
  }
  const { status, service, wasConfirmed } = (await store.stateOf(bookingStream(id))) ?? known;
  return { booking: id, service, status, wasConfirmed, checkout };
}
