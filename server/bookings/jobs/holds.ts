/** Holds end, their checkouts are checked, and what was typed is forgotten. */
import { anyChange } from '#db/change.ts';
import { deleteEndedHolds } from '#db/queries/bookings/unpaid-holds.ts';
import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { UNPAID_KEPT_MS, forgetUnpaid } from '#events/booking/forgetting.ts';
import { hasLapsed, LATE_PAYMENT_MS } from '#events/booking/holding.ts';
import { HOLD_MINUTES } from '#shared/business/business.ts';
import { ProviderError, UnknownToProvider } from '../../outside/payments/port.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { Log } from '../../process/log.ts';
import { expire } from '../buying/expire.ts';
import { fulfil } from '../buying/fulfil.ts';
import type { JobDependencies, BookingDependencies } from '../dependencies.ts';

const MINUTE_MS = 60_000;

export const holdExpiry: JobKind<Omit<JobDependencies, 'mailer' | 'webhooks'>> = {
  kind: 'hold-expiry',
  on: {
    SlotHeld: ({ stream, data }) => ({ key: bookingOf(stream), due: data.expiresAt }),
  },
  async run({ key: id, position }, dependencies) {
    const { store, clock, log } = dependencies;
    await store.write([deleteEndedHolds(store.db, clock.now())]);
    const booking = await store.stateOf(bookingStream(id));
    if (booking?.status !== 'held') return;
    if (!hasLapsed(booking.expiresAt, clock.now())) return { due: booking.expiresAt };
    const held = await store.eventAt(position!);
    const cause = { correlation: held.correlation, causation: held.id };
    return expire(dependencies, id, 'lapsed', cause).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error, booking: id }, 'hold not released, will be retried');
      return { due: clock.now() + MINUTE_MS };
    });
  },
  // A checkout that the provider does not close delays no other hold.
  atOnce: 4,
  longestWaitMs: HOLD_MINUTES * MINUTE_MS,
};

/** Every minute until each checkout is paid or closed, so that a lost webhook doesn't matter. */
export const reconciliation: JobKind<BookingDependencies & { readonly log: Log }> = {
  kind: 'reconciliation',
  on: {
    CheckoutOpened: ({ stream, at, data }) => ({
      key: `${bookingOf(stream)}:${data.checkout}`,
      due: at + MINUTE_MS,
    }),
  },
  async run({ key }, dependencies) {
    const { store, clock, log } = dependencies;
    const [id, checkout] = key.split(':') as [string, string];
    const booking = await store.stateOf(bookingStream(id));
    if (booking?.status !== 'held' && booking?.status !== 'expired') return;
    if (clock.now() >= booking.expiresAt + LATE_PAYMENT_MS) return;
    const nextQuery = { due: clock.now() + MINUTE_MS };
    try {
      const { checkout: found } = await fulfil(dependencies, checkout, { correlation: id });
      return found.status === 'expired' ? undefined : nextQuery;
    } catch (error) {
      const facts = { booking: id, checkout };
      if (error instanceof UnknownToProvider) {
        log.warn(facts, 'checkout unknown to the payment provider');
        return;
      }
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error, ...facts }, 'checkout not queried, will be retried');
      return nextQuery;
    }
  },
  // A query that the provider does not answer delays no other.
  atOnce: 4,
  longestWaitMs: MINUTE_MS,
};

/** While a payment that did not buy the slot is not refunded yet. */
const UNSETTLED_MS = 24 * 3_600_000;

export const unpaidHolds: JobKind<Pick<JobDependencies, 'store'>> = {
  kind: 'unpaid-holds',
  on: {
    HoldExpired: ({ stream, at }) => ({ key: bookingOf(stream), due: at + UNPAID_KEPT_MS }),
  },
  async run({ key: id, due }, { store }) {
    const booking = await store.stateOf(bookingStream(id));
    if (booking?.status !== 'expired' || booking.isForgotten) return;
    const at = booking.expiresAt + UNPAID_KEPT_MS;
    if (at > due) return { due: at };
    if (forgetUnpaid({ booking }, due).booking.length === 0) return { due: due + UNSETTLED_MS };
    return anyChange({
      streams: { booking: bookingStream(id) },
      decide: (states) => forgetUnpaid(states, due),
      cause: { correlation: id },
    });
  },
  atOnce: 4,
  irreversible: true,
};
