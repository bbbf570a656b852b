import type { Store } from '#db/store.ts';
import type { Cause } from '#db/change.ts';
import type { Once } from '#db/idempotency.ts';
import { type Booking, type BookingState, bookingStream } from '#events/booking.ts';
import {
  type MoveOntoHold,
  type Reschedule,
  cancelBooking,
  reschedule,
  rescheduleOntoHold,
  rescheduleWithinDay,
} from '#events/changing.ts';
import { dayStream } from '#events/day.ts';
import { type Refusal, Rejected, isRefusal, refuse } from '#events/refusal.ts';
import type { Slot } from '#shared/availability.ts';
import type { CancelOutcome } from '#shared/managed-booking.ts';
import { unitsOf } from '#shared/session-type.ts';
import type { Access } from './access.ts';
import { type BookingDependencies, bookingTime } from './dependencies.ts';
import { withCheckoutsClosed } from './expire.ts';

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

interface Move {
  readonly cause: Cause;
  readonly once: Once;
  readonly mayNot: Refusal | null;
  readonly request: Omit<Reschedule, 'time'>;
}

function moveFreely(dependencies: BookingDependencies, known: Booking, { cause, once, mayNot, request: asked }: Move) {
  const { store } = dependencies;
  const { booking: id, date } = asked;
  const request = { ...asked, time: bookingTime(dependencies) };
  const streams = { booking: bookingStream(id), day: dayStream(known.date) };
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
}

/** Whether a booking is in this state, and has some of the time. */
export function hasSomeOf(booking: BookingState, status: Booking['status'], { date, claim }: Slot): boolean {
  return (
    booking?.status === status && booking.date === date && unitsOf(claim).some((unit) => booking.units.includes(unit))
  );
}

/** Ends the customer's own hold and moves their visit there; null when the visit could not be moved there all the same. */
async function moveOntoHold(
  dependencies: BookingDependencies,
  known: Booking,
  { cause, once, mayNot, request }: Move,
  hold: string,
) {
  const { store } = dependencies;
  const { booking: id, date } = request;
  const own = bookingStream(hold);
  const day = dayStream(known.date);
  const target = dayStream(date);
  const move = (states: MoveOntoHold, closed: readonly string[]) =>
    mayNot ?? rescheduleOntoHold(states, { booking: hold, closed }, { ...request, time: bookingTime(dependencies) });
  const isWithinDay = known.date === date;
  // Asked before anything is closed: who cannot have the time for the visit can go on paying for it.
  const first = move(
    {
      own: store.stateOf(own),
      booking: known,
      day: store.stateOf(day),
      ...(!isWithinDay && { target: store.stateOf(target) }),
    },
    store.stateOf(own)?.checkouts ?? [],
  );
  if (isRefusal(first)) return null;
  return withCheckoutsClosed(dependencies, hold, cause, (closed) =>
    isWithinDay
      ? store.change({
          streams: { own, booking: bookingStream(id), day },
          decide: (states) => move(states, closed),
          cause,
          once,
        })
      : store.change({
          streams: { own, booking: bookingStream(id), day, target },
          decide: (states) => move(states, closed),
          cause,
          once,
        }),
  );
}

/**
 * Moves a visit from where its customer saw it. Time that they hold themselves and have not paid for is given up for it. Sending
 * the same again, even by a link that the first time has replaced, changes nothing. Throws `Rejected`: `unknown-booking`,
 * `link-replaced`, `key-reused`, and what `reschedule` refuses; and `ProviderError` when their own hold could not be ended.
 */
export async function moveVisit(
  dependencies: BookingDependencies,
  { eventId: id, key, access, from, date, claim }: Command & Slot,
  ownHold: string | null,
  cause: Cause,
): Promise<void> {
  const { store } = dependencies;
  const once = { key: `reschedule:${key}`, body: JSON.stringify({ id, from, date, claim }), answer: { booking: id } };
  const request = { booking: id, from, date, claim };
  const move = { cause, once, mayNot: refuseAccess(access), request };
  await overBooking(store, id, async (known) => {
    const isHeld = ownHold !== null && hasSomeOf(store.stateOf(bookingStream(ownHold)), 'held', request);
    const moved = isHeld ? await moveOntoHold(dependencies, known, move, ownHold) : null;
    return moved ?? moveFreely(dependencies, known, move);
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
