import type { Cause } from '#db/change.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { isAdmin, rolesStream } from '#events/account/roles.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { cancelBooking } from '#events/booking/changing.ts';
import { refundAsGoodwill as decideGoodwill } from '#events/booking/refilling.ts';
import { sendMessage } from '#events/booking/messaging.ts';
import { retryRefund, settleRefund } from '#events/booking/paying.ts';
import type { completeVisit } from '#events/booking/visiting.ts';
import { dayStream } from '#events/day.ts';
import { refuse } from '#events/refusal.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { changePresentBooking } from '../bookings/changing/repeat-while-refused.ts';
import { type BookingDependencies, businessTime } from '../bookings/dependencies.ts';

type Dependencies = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

interface ByAdmin {
  readonly eventId: string;
  readonly by: string;
}

/** Records what became of a visit. Throws `Rejected` with what `decide` refuses (`events/booking/visiting.ts`). */
export function recordVisit(decide: typeof completeVisit) {
  return async (dependencies: Dependencies, { eventId, by }: ByAdmin, cause: Cause): Promise<void> => {
    await dependencies.store.change({
      streams: { booking: bookingStream(eventId) },
      decide: (states) => decide(states, { by, ...businessTime(dependencies) }),
      cause,
    });
  };
}

/** With a full refund. `from`: where the owner saw it. Throws `Rejected`: `unknown-booking`, `not-confirmed`, `plans-changed`. */
export async function cancelAsOwner(
  dependencies: Dependencies,
  { eventId, by: admin, from }: ByAdmin & { readonly from: Slot },
  cause: Cause,
): Promise<void> {
  const { store } = dependencies;
  await changePresentBooking(store, eventId, (known) =>
    store.change({
      streams: { booking: bookingStream(eventId), day: dayStream(known.date) },
      decide: (states) =>
        cancelBooking(states, { booking: eventId, by: 'owner', admin, from, ...businessTime(dependencies) }),
      cause,
    }),
  );
}

/** Throws `Rejected`: `unknown-booking`, `not-forfeited`. */
export async function refundAsGoodwill({ store }: Dependencies, { eventId, by }: ByAdmin, cause: Cause): Promise<void> {
  await changePresentBooking(store, eventId, (known) =>
    store.change({
      streams: { booking: bookingStream(eventId), day: dayStream(known.date) },
      decide: (states) => decideGoodwill(states, eventId, by),
      cause,
    }),
  );
}

function aboutPayment(decide: typeof retryRefund) {
  return async (
    { store }: Dependencies,
    { eventId, by: admin, payment }: ByAdmin & { readonly payment: string },
    cause: Cause,
  ): Promise<void> => {
    const streams = { booking: bookingStream(eventId) };
    await store.change({ streams, decide: (states) => decide(states, { payment, admin }), cause });
  };
}

/** Throws `Rejected`: `unknown-booking`, `refund-not-failed`. */
export const attemptRefund = aboutPayment(retryRefund);

/** Throws `Rejected`: `unknown-booking`, `refund-not-owed`. */
export const noteRefundSettled = aboutPayment(settleRefund);

interface OwnersMessage extends ByAdmin {
  readonly message: string;
  /** Idempotency key. */
  readonly key: string;
}

/** A job mails it. Throws `Rejected`: `unknown-booking`, `no-address`, `key-reused`, and `not-allowed` for a former admin. */
export async function writeToCustomer(
  { store }: Dependencies,
  { eventId, message: text, by, key }: OwnersMessage,
  cause: Cause,
): Promise<void> {
  const row = await bookingById(store.db, eventId);
  if (!row) throw new Rejected('unknown-booking');
  if (!row.email) throw new Rejected('no-address');
  await store.change({
    streams: { booking: bookingStream(eventId), roles: rolesStream },
    decide: (states) => sendMessage(states, { text, admin: by }),
    cause,
    once: {
      key: `message:${key}`,
      body: JSON.stringify({ eventId, text }),
      answer: {},
      authorize: ({ roles }) => (isAdmin(roles, by) ? null : refuse('not-allowed')),
    },
  });
}
