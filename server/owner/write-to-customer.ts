import type { Cause } from '#db/change.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { isAdmin, rolesStream } from '#events/account/roles.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { sendMessage } from '#events/booking/messaging.ts';
import { refuse } from '#events/refusal.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { BookingDependencies } from '../bookings/dependencies.ts';

interface OwnersMessage {
  readonly eventId: string;
  readonly text: string;
  readonly by: string;
  /** Idempotency key. */
  readonly key: string;
}

/** A job mails it. Throws `Rejected`: `unknown-booking`, `no-address`, `key-reused`, and `not-allowed` for a former admin. */
export async function writeToCustomer(
  { store }: Pick<BookingDependencies, 'store'>,
  { eventId, text, by, key }: OwnersMessage,
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
