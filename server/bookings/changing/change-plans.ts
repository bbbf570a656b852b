import type { Cause, Committed, IdempotentCommand } from '#db/change.ts';
import { type BookingAndAccount, type Caller, bookingAccess } from '#events/booking/booking-access.ts';
import { accountStream } from '#events/account/account.ts';
import { type Booking, type BookingState, bookingStream } from '#events/booking/booking.ts';
import {
  type MoveOntoHold,
  type Reschedule,
  cancelBooking,
  reschedule,
  rescheduleOntoHold,
} from '#events/booking/changing.ts';
import { dayStream } from '#events/day.ts';
import { type Refusal, isRefusal, refuse } from '#events/refusal.ts';
import type { Slot } from '#shared/booking/availability.ts';
import type { CancelOutcome } from '#shared/booking/managed-booking.ts';
import { unitsOf } from '#shared/booking/session-type.ts';
import { accessOf } from '../access/visitor-access.ts';
import { type BookingDependencies, bookingTime } from '../dependencies.ts';
import { withCheckoutsClosed } from '../buying/expire.ts';
import { changePresentBooking } from './repeat-while-refused.ts';

interface Command {
  readonly eventId: string;
  readonly key: string;
  readonly caller: Caller;
  readonly from: Slot;
}

/** Refuses a visitor without access as if the booking did not exist. */
export function refuseAccess(states: BookingAndAccount, caller: Caller): Refusal | null {
  const access = bookingAccess(states, caller);
  if (access === 'granted') return null;
  return refuse(access === 'replaced' ? 'link-replaced' : 'unknown-booking');
}

export function accountOf({ account }: Pick<Caller, 'account'>) {
  return account === null ? {} : { account: accountStream(account) };
}

interface Move {
  readonly cause: Cause;
  readonly once: IdempotentCommand;
  readonly caller: Caller;
  readonly request: Omit<Reschedule, 'time'>;
}

function moveFreely(dependencies: BookingDependencies, known: Booking, { cause, once, caller, request: asked }: Move) {
  const { store } = dependencies;
  const { booking: id, date } = asked;
  const request = { ...asked, time: bookingTime(dependencies) };
  const target = known.date !== date && { target: dayStream(date) };
  return store.change({
    streams: { booking: bookingStream(id), day: dayStream(known.date), ...target, ...accountOf(caller) },
    decide: (states) => reschedule(states, request),
    cause,
    once: { ...once, authorize: (states: BookingAndAccount) => refuseAccess(states, caller) },
  });
}

export function hasSomeOf(booking: BookingState, status: Booking['status'], { date, claim }: Slot): boolean {
  return (
    booking?.status === status && booking.date === date && unitsOf(claim).some((unit) => booking.units.includes(unit))
  );
}

/** Null if the visit could not be moved there after all. */
async function moveOntoHold(
  dependencies: BookingDependencies,
  known: Booking,
  { cause, once, caller, request }: Move,
  hold: string,
) {
  const { store } = dependencies;
  const { booking: id, date } = request;
  const isWithinDay = known.date === date;
  const streams = {
    own: bookingStream(hold),
    booking: bookingStream(id),
    day: dayStream(known.date),
    ...(!isWithinDay && { target: dayStream(date) }),
    ...accountOf(caller),
  };
  const move = (states: MoveOntoHold, closed: readonly string[]) =>
    rescheduleOntoHold(states, { booking: hold, closed }, { ...request, time: bookingTime(dependencies) });
  // Before closing checkouts: a customer who can't move the visit there can still pay for the hold.
  const own = await store.stateOf(streams.own);
  const first = move(
    {
      own,
      booking: known,
      day: await store.stateOf(streams.day),
      ...(!isWithinDay && { target: await store.stateOf(dayStream(date)) }),
    },
    own?.checkouts ?? [],
  );
  if (isRefusal(first)) return null;
  return withCheckoutsClosed(dependencies, hold, cause, (closed) =>
    store.change({
      streams,
      decide: (states) => move(states, closed),
      cause,
      once: { ...once, authorize: (states: BookingAndAccount) => refuseAccess(states, caller) },
    }),
  );
}

/** Null for a repetition, which changed nothing. */
function generationAfter({ events }: Committed): number | null {
  const [moved = null] = events.flatMap((event) => (event.type === 'BookingRescheduled' ? [event.data.move] : []));
  return moved;
}

/**
 * Ends the customer's unpaid hold of the slot. Resolves with the new link's generation, or null. Throws `Rejected`:
 * `unknown-booking`, `link-replaced`, `key-reused`, what `reschedule` refuses; `ProviderError`.
 */
export async function moveVisit(
  dependencies: BookingDependencies,
  { eventId: id, key, caller, from, date, claim }: Command & Slot,
  ownHold: string | null,
  cause: Cause,
): Promise<number | null> {
  const { store } = dependencies;
  const once = { key: `reschedule:${key}`, body: JSON.stringify({ id, from, date, claim }), answer: { booking: id } };
  const request = { booking: id, from, date, claim };
  const move = { cause, once, caller, request };
  return changePresentBooking(store, id, async (known) => {
    const isHeld = ownHold !== null && hasSomeOf(await store.stateOf(bookingStream(ownHold)), 'held', request);
    // A repetition must not end a hold, nor may a request without access.
    const mayEndHold =
      isHeld && (await accessOf(dependencies, id, caller)) === 'granted' && (await store.earlierAnswer(once)) === null;
    const moved = mayEndHold ? await moveOntoHold(dependencies, known, move, ownHold) : null;
    return generationAfter(moved ?? (await moveFreely(dependencies, known, move)));
  });
}

/** Throws `Rejected`: `unknown-booking`, `link-replaced`, `key-reused`, and what `cancelBooking` refuses. */
export async function cancelVisit(
  dependencies: BookingDependencies,
  { eventId: id, key, caller, from, expects }: Command & { readonly expects: CancelOutcome },
  cause: Cause,
): Promise<void> {
  const { store, clock, config } = dependencies;
  const once = { key: `cancel:${key}`, body: JSON.stringify({ id, from, expects }), answer: { booking: id } };
  await changePresentBooking(store, id, (known) =>
    store.change({
      streams: { booking: bookingStream(id), day: dayStream(known.date), ...accountOf(caller) },
      decide: (states) =>
        cancelBooking(states, {
          booking: id,
          by: 'customer',
          from,
          expects,
          now: clock.now(),
          timeZone: config.timeZone,
        }),
      cause,
      once: { ...once, authorize: (states: BookingAndAccount) => refuseAccess(states, caller) },
    }),
  );
}
