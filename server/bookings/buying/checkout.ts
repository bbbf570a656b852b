import type { Cause } from '#db/change.ts';
import { type Booking, bookingStream } from '#events/booking/booking.ts';
import { isStanding, openCheckout } from '#events/booking/holding.ts';
import { longDate } from '#shared/civil-date.ts';
import { claimHours } from '#shared/booking/hours.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { claimOf, SESSION_TYPES } from '#shared/booking/session-type.ts';
import { type Checkout, UnknownToProvider } from '../../outside/payments/port.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { fulfil } from './fulfil.ts';
import { RETURN_PATH, confirmationPath } from '../paths.ts';

function describe(booking: Booking): string {
  return `${SESSION_TYPES[booking.service].label}, ${longDate(booking.date)}, ${claimHours(claimOf(booking.units))}`;
}

/** Null if the provider does not know it. An outdated response is harmless, because a checkout takes one payment. */
async function recentCheckout({ payments }: BookingDependencies, id: string | undefined): Promise<Checkout | null> {
  if (id === undefined) return null;
  return payments.fetch(id).catch((error: unknown) => {
    if (error instanceof UnknownToProvider) return null;
    throw error;
  });
}

interface Payer {
  readonly email: string;
  readonly cause: Cause;
}

async function openNewCheckout(
  dependencies: BookingDependencies,
  id: string,
  booking: Booking,
  { email, cause }: Payer,
): Promise<Checkout> {
  const { store, payments, clock, config } = dependencies;
  if (!isStanding(booking, clock.now())) throw new Rejected('not-held');
  const checkout = await payments.createCheckout({
    // A repeated or interrupted request opens only one checkout, and so do requests that found the same ones closed.
    key: `checkout:${id}:${booking.checkouts.length + 1}`,
    booking: id,
    amount: booking.price,
    currency: booking.currency,
    description: describe(booking),
    email,
    expiresAt: booking.expiresAt,
    returnUrl: `${config.publicUrl}${RETURN_PATH}`,
    cancelUrl: `${config.publicUrl}/book?service=${booking.service}`,
  });
  try {
    await store.change({
      streams: { booking: bookingStream(id) },
      decide: (states) => openCheckout(states, checkout.id, clock.now()),
      cause,
    });
  } catch (error) {
    // The hold ended meanwhile. No visitor has the checkout's address.
    if (error instanceof Rejected) await payments.expire(checkout.id);
    throw error;
  }
  return checkout;
}

/** The open checkout of a standing hold, or a new one; for a paid one, its confirmation. Throws `Rejected` `not-held`. */
export async function checkoutUrl(
  dependencies: BookingDependencies,
  id: string,
  email: string,
  cause: Cause,
): Promise<string> {
  const { store, clock } = dependencies;
  const booking = await store.stateOf(bookingStream(id));
  if (booking?.wasConfirmed) return confirmationPath(id, booking.service);
  if (booking?.status !== 'held') throw new Rejected('not-held');
  const last = await recentCheckout(dependencies, booking.checkouts.at(-1));
  if (last?.status === 'complete') {
    const { status, service, wasConfirmed } = await fulfil(dependencies, last.id, cause);
    if (wasConfirmed) return confirmationPath(id, service);
    if (status === 'refunded') return `${RETURN_PATH}?checkout=${last.id}`;
  }
  if (last?.status === 'open' && isStanding(booking, clock.now())) return last.url;
  return (await openNewCheckout(dependencies, id, booking, { email, cause })).url;
}
