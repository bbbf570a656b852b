import type { Store } from '#db/store.ts';
import type { Cause } from '#db/change.ts';
import { type Booking, bookingStream } from '#events/booking.ts';
import { cancelBooking, reschedule, rescheduleWithinDay } from '#events/changing.ts';
import { dayStream } from '#events/day.ts';
import { type Refusal, Rejected, refuse } from '#events/refusal.ts';
import type { Slot } from '#shared/availability.ts';
import type { CancelOutcome } from '#shared/managed-booking.ts';
import type { Access } from './access.ts';
import { type BookingDependencies, bookingTime } from './dependencies.ts';

/** How often a change is begun anew when the booking was moved meanwhile: each time takes a click of its customer. */
const MOST_TRIES = 5;

/** Who asks for a change, and how it is known again when it comes twice. */
interface Command {
  readonly eventId: string;
  readonly key: string;
  readonly access: Access;
  /** Where the customer saw the visit. */
  readonly from: Slot;
}

/** Who may not see a booking is told the same as of one that nobody has. */
function refuseAccess(access: Access): Refusal | null {
  if (access === 'granted') return null;
  return refuse(access === 'replaced' ? 'link-replaced' : 'unknown-booking');
}

/** Makes a change over the booking as it is now. Throws `Rejected` with `unknown-booking` for one that nobody has. */
async function overBooking(store: Store, id: string, change: (booking: Booking) => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const booking = store.stateOf(bookingStream(id));
    if (booking === null) throw new Rejected('unknown-booking');
    try {
      await change(booking);
      return;
    } catch (error) {
      const isOutdated = error instanceof Rejected && error.refusal === 'changed-meanwhile';
      if (!isOutdated || tries === MOST_TRIES) throw error;
    }
  }
}

/**
 * Moves a visit from where its customer saw it. Sending the same again, even by a link that the first time has replaced, changes
 * nothing. Throws `Rejected`: `unknown-booking`, `link-replaced`, `key-reused`, and what `reschedule` refuses.
 */
export async function moveVisit(
  dependencies: BookingDependencies,
  { eventId: id, key, access, from, date, claim }: Command & Slot,
  cause: Cause,
): Promise<void> {
  const { store } = dependencies;
  const once = { key: `reschedule:${key}`, body: JSON.stringify({ id, from, date, claim }), answer: { booking: id } };
  const mayNot = refuseAccess(access);
  await overBooking(store, id, (known) => {
    const streams = { booking: bookingStream(id), day: dayStream(known.date) };
    const request = { booking: id, from, date, claim, time: bookingTime(dependencies) };
    if (known.date === date) {
      return store.change({
        streams,
        decide: (states) => mayNot ?? rescheduleWithinDay(states, request),
        cause,
        once,
      });
    }
    return store.change({
      streams: { ...streams, target: dayStream(date) },
      decide: (states) => mayNot ?? reschedule(states, request),
      cause,
      once,
    });
  });
}

/**
 * Cancels a visit where its customer saw it. Throws `Rejected`: `unknown-booking`, `link-replaced`, `key-reused`, and what
 * `cancelBooking` refuses, such as `terms-changed` when it is too late by now for what the customer was told.
 */
export async function cancelVisit(
  dependencies: BookingDependencies,
  { eventId: id, key, access, from, expects }: Command & { readonly expects: CancelOutcome },
  cause: Cause,
): Promise<void> {
  const { store, clock, config } = dependencies;
  const once = { key: `cancel:${key}`, body: JSON.stringify({ id, from, expects }), answer: { booking: id } };
  const mayNot = refuseAccess(access);
  await overBooking(store, id, (known) =>
    store.change({
      streams: { booking: bookingStream(id), day: dayStream(known.date) },
      decide: (states) =>
        mayNot ??
        cancelBooking(states, {
          booking: id,
          by: 'customer',
          from,
          expects,
          now: clock.now(),
          timeZone: config.timeZone,
        }),
      cause,
      once,
    }),
  );
}
