import { randomUUIDv7 } from 'node:crypto';
import type { Cause } from '#db/change.ts';
import type { Once } from '#db/idempotency.ts';
import { bookingById } from '#db/projections/bookings.ts';
import { type Booking, bookingStream, newBookingStream } from '#events/booking.ts';
import { dayStream } from '#events/day.ts';
import { type Swap, holdSlot, isStanding, reviseHold, swapHold } from '#events/holding.ts';
import { type RefusalName, Rejected, isRefusal } from '#events/refusal.ts';
import type { BookingDetails } from '#shared/booking-details.ts';
import { claimOf } from '#shared/session-type.ts';
import { type BookingDependencies, bookingTime } from './dependencies.ts';
import { expire, withCheckoutsClosed } from './expire.ts';

interface Own {
  readonly id: string;
  readonly booking: Booking;
}

interface HoldCommand {
  readonly details: BookingDetails;
  readonly once: Omit<Once, 'answer'>;
  readonly cause: Cause;
}

/** What a new hold records, under a fresh booking and a fresh person. */
function request(dependencies: BookingDependencies, id: string, person: string, details: BookingDetails) {
  const { date, claim, area, tasks, name, email, phone, address, notes } = details;
  const personal = { name, email, phone, address, notes };
  return { booking: id, date, claim, area, tasks, person, personal, time: bookingTime(dependencies) };
}

/** Why nobody can hold this slot at the moment; null when somebody can. */
export function whyNotOpen(dependencies: BookingDependencies, details: BookingDetails): RefusalName | null {
  const states = { booking: null, day: dependencies.store.stateOf(dayStream(details.date)) };
  const decision = holdSlot(states, request(dependencies, '', '', details));
  return isRefusal(decision) ? decision.refusal : null;
}

/** The booking that a command's change came to: the new one, or the one of the first time it was sent. */
function bookingOfAnswer(earlier: { readonly answer: unknown } | null, id: string): string {
  return earlier ? (earlier.answer as { booking: string }).booking : id;
}

async function holdNew(dependencies: BookingDependencies, { details, once, cause }: HoldCommand): Promise<string> {
  const id = randomUUIDv7();
  const { earlier } = await dependencies.store.change({
    streams: { booking: newBookingStream(id), day: dayStream(details.date) },
    decide: (states, newcomer) => holdSlot(states, request(dependencies, id, newcomer, details)),
    cause,
    once: { ...once, answer: { booking: id } },
  });
  return bookingOfAnswer(earlier, id);
}

/** Swaps the visitor's hold for another claim of the same date in one step: the old one stays when the new one is taken. */
async function swapWithinDay(
  dependencies: BookingDependencies,
  { details, once, cause }: HoldCommand,
  own: Own,
): Promise<string> {
  const { store } = dependencies;
  const id = randomUUIDv7();
  const day = dayStream(details.date);
  const swap = (states: Swap, newcomer: string, closed: readonly string[]) =>
    swapHold(states, { booking: own.id, closed }, request(dependencies, id, newcomer, details));
  // Asked before anything is closed: who cannot have the new slot can go on paying for the old one.
  const first = swap({ own: own.booking, booking: null, day: store.stateOf(day) }, '', own.booking.checkouts);
  if (isRefusal(first)) throw new Rejected(first.refusal);
  try {
    const { earlier } = await withCheckoutsClosed(dependencies, own.id, cause, (closed) =>
      store.change({
        streams: { own: bookingStream(own.id), booking: newBookingStream(id), day },
        decide: (states, newcomer) => swap(states, newcomer, closed),
        cause,
        once: { ...once, answer: { booking: id } },
      }),
    );
    return bookingOfAnswer(earlier, id);
  } catch (error) {
    // Paid in the last moment: then the old one is theirs.
    if (store.stateOf(bookingStream(own.id))?.status === 'confirmed') return own.id;
    throw error;
  }
}

/** Keeps the visitor's hold and corrects its details when they changed. */
async function keep(dependencies: BookingDependencies, command: HoldCommand, own: Own): Promise<string> {
  const { store, clock } = dependencies;
  const { area, tasks, name, email, phone, address, notes } = command.details;
  const row = await bookingById(store.read.bookings, own.id);
  const before = row && [row.area, row.tasks, row.name, row.email, row.phone, row.address, row.notes];
  const after = [area, JSON.stringify(tasks), name, email, phone, address, notes];
  if (before && after.every((value, index) => value === before[index])) return own.id;
  const { person } = own.booking;
  const personal = { name, email, phone, address, notes };
  const { earlier } = await store.change({
    streams: { booking: bookingStream(own.id) },
    decide: (states) => reviseHold(states, { area, tasks, person, personal }, clock.now()),
    cause: command.cause,
    once: { ...command.once, answer: { booking: own.id } },
  });
  return bookingOfAnswer(earlier, own.id);
}

/** The booking that the visitor holds or held last. One that is over is expired first, so that its slot is free again. */
async function lookAtOwn(dependencies: BookingDependencies, id: string, cause: Cause): Promise<Own | null> {
  const stream = bookingStream(id);
  const { store, clock } = dependencies;
  const isOver = store.stateOf(stream)?.status === 'held' && !isStanding(store.stateOf(stream), clock.now());
  if (isOver) await expire(dependencies, id, 'lapsed', cause);
  const booking = store.stateOf(stream);
  return booking && { id, booking };
}

async function claim(dependencies: BookingDependencies, command: HoldCommand, own: Own | null): Promise<string> {
  const { date, claim } = command.details;
  const isSame = own?.booking.date === date && claimOf(own.booking.units) === claim;
  if (own?.booking.status === 'confirmed' && isSame) return own.id;
  if (own?.booking.status !== 'held') return holdNew(dependencies, command);
  if (own.booking.date !== date) {
    const id = await holdNew(dependencies, command);
    // The new slot is theirs; a provider out of reach now leaves the old hold to lapse by itself.
    if (id !== own.id) await expire(dependencies, own.id, 'replaced', command.cause).catch(() => {});
    return id;
  }
  if (isSame) return keep(dependencies, command, own);
  return swapWithinDay(dependencies, command, own);
}

/**
 * Claims a slot for a visitor and answers the booking's id; `checkoutUrl` says where it is paid. A visitor who already has
 * a standing hold gets it back for the same slot, or trades it for another; one who has paid for this very slot gets that
 * booking. The same key and body again give the first answer. Throws `Rejected`: `slot-taken`, `too-soon`, `too-far`,
 * `key-reused`.
 */
export async function hold(
  dependencies: BookingDependencies,
  { key, ...details }: BookingDetails & { readonly key: string },
  ownHold: string | null,
  cause: Cause,
): Promise<string> {
  const own = ownHold ? await lookAtOwn(dependencies, ownHold, cause) : null;
  const once = { key: `hold:${key}`, body: JSON.stringify(details) };
  return claim(dependencies, { details, once, cause }, own);
}
