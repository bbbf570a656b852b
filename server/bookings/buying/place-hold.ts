import { randomUUIDv7 } from 'node:crypto';
import type { Cause, GuardedWrite, IdempotentCommand } from '#db/change.ts';
import { photosOf } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { latestHold } from '#db/queries/bookings/unpaid-holds.ts';
import type { AccountState } from '#events/account/account.ts';
import { type Booking, type BookingEvent, bookingStream, newBookingStream } from '#events/booking/booking.ts';
import { dayStream } from '#events/day.ts';
import {
  type Swap,
  authorizeHolder,
  holdSlot,
  isOpenTo,
  isStanding,
  reviseHold,
  swapHold,
} from '#events/booking/holding.ts';
import { isRefusal } from '#events/refusal.ts';
import { PERSONAL_FIELDS, pickFields } from '#shared/booking/booking-fields.ts';
import type { BookingPhoto } from '#shared/booking/photos.ts';
import type { BookingRequest } from '#shared/booking/booking-details.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { Prices } from '#shared/booking/prices.ts';
import { claimOf } from '#shared/booking/session-type.ts';
import { ProviderUnreachable } from '../../outside/payments/port.ts';
import { type BookingDependencies, bookingTime } from '../dependencies.ts';
import { offeredPrices } from '../availability/availability.ts';
import { accountOf } from '../changing/change-plans.ts';
import { expire, withCheckoutsClosed } from './expire.ts';
import type { CountHold } from './hold-guard.ts';

type PricedDetails = Omit<BookingRequest, 'key' | 'confirmed'>;

interface Own {
  readonly id: string;
  readonly booking: Booking;
}

interface HoldCommand {
  readonly details: PricedDetails;
  readonly prices: Prices;
  readonly photos: readonly BookingPhoto[];
  readonly account: string | null;
  readonly once: Omit<IdempotentCommand, 'answer'>;
  readonly cause: Cause;
  readonly count: CountHold;
}

export interface Held {
  readonly booking: string;
  /** The last hold's checkout could not be closed, so don't call the provider again at once. */
  readonly unreachable?: ProviderUnreachable;
}

function holdRequest(
  dependencies: BookingDependencies,
  { details, prices, photos, account }: Pick<HoldCommand, 'details' | 'prices' | 'photos' | 'account'>,
  id: string,
  person: string,
) {
  const { date, claim, area, tasks, price } = details;
  const personal = pickFields(PERSONAL_FIELDS, details);
  const visit = { date, claim, area, tasks, account, person, personal, photos };
  return { booking: id, ...visit, price, prices, time: bookingTime(dependencies) };
}

function idempotentWith({ once, account: holder }: HoldCommand, booking: string) {
  const authorize = (states: { readonly account?: AccountState }) => authorizeHolder(states, holder);
  return { ...once, answer: { booking }, authorize };
}

function countIn(
  { count }: HoldCommand,
  booking: string,
  events: readonly BookingEvent[] | undefined,
  replaces: string | null,
): readonly GuardedWrite[] {
  return (events ?? []).flatMap(({ type, data }) =>
    type === 'SlotHeld' ? count({ booking, date: data.date, until: data.expiresAt, replaces }) : [],
  );
}

function bookingIn({ answer }: { readonly answer: unknown }): string {
  return (answer as { readonly booking: string }).booking;
}

async function holdNew(
  dependencies: BookingDependencies,
  command: HoldCommand,
  replaces: string | null = null,
): Promise<string> {
  const id = randomUUIDv7();
  const { earlier } = await dependencies.store.change({
    streams: { booking: newBookingStream(id), day: dayStream(command.details.date), ...accountOf(command) },
    decide: (states, newPerson) => holdSlot(states, holdRequest(dependencies, command, id, newPerson)),
    writes: ({ booking }) => countIn(command, id, booking, replaces),
    cause: command.cause,
    once: idempotentWith(command, id),
  });
  return earlier ? await replayAnswer(dependencies, command, bookingIn(earlier)) : id;
}

/** In one decision: a refused trade leaves the old hold. */
async function swapWithinDay(dependencies: BookingDependencies, command: HoldCommand, own: Own): Promise<string> {
  const { store } = dependencies;
  const id = randomUUIDv7();
  const day = dayStream(command.details.date);
  const swap = (states: Swap, newPerson: string, closed: readonly string[]) =>
    swapHold(states, { booking: own.id, closed }, holdRequest(dependencies, command, id, newPerson));
  // Before closing checkouts: a visitor who can't have the new slot can still pay for the old one.
  const first = swap({ own: own.booking, booking: null, day: await store.stateOf(day) }, '', own.booking.checkouts);
  if (isRefusal(first)) throw new Rejected(first.refusal);
  try {
    const { earlier } = await withCheckoutsClosed(dependencies, own.id, command.cause, (closed) =>
      store.change({
        streams: { own: bookingStream(own.id), booking: newBookingStream(id), day, ...accountOf(command) },
        decide: (states, newPerson) => swap(states, newPerson, closed),
        writes: ({ booking }) => countIn(command, id, booking, own.id),
        cause: command.cause,
        once: idempotentWith(command, id),
      }),
    );
    return earlier ? await replayAnswer(dependencies, command, bookingIn(earlier)) : id;
  } catch (error) {
    if ((await store.stateOf(bookingStream(own.id)))?.status === 'confirmed') return own.id;
    throw error;
  }
}

/** Corrects changed details, and assigns the hold to the account that has signed in since. */
async function keepSlot(dependencies: BookingDependencies, command: HoldCommand, own: Own): Promise<string> {
  const { store, clock } = dependencies;
  const { account, photos, details } = command;
  if (details.price !== own.booking.price) throw new Rejected('price-changed');
  const { area, tasks } = details;
  const row = await bookingById(store.db, own.id);
  const ids = (some: readonly BookingPhoto[]) => some.map(({ id }) => id).join();
  const hasSamePhotos = row !== undefined && ids(photosOf(row)) === ids(photos);
  const isSame =
    hasSamePhotos &&
    row.area === area &&
    row.tasks === JSON.stringify(tasks) &&
    PERSONAL_FIELDS.every((name) => row[name] === (details[name] ?? ''));
  if (isSame && (account === null || own.booking.account === account)) return own.id;
  const { person } = own.booking;
  const revision = isSame ? null : { area, tasks, person, personal: pickFields(PERSONAL_FIELDS, details), photos };
  await store.change({
    streams: { booking: bookingStream(own.id), ...accountOf(command) },
    decide: (states) => reviseHold(states, { revision, account }, clock.now()),
    cause: command.cause,
    once: idempotentWith(command, own.id),
  });
  return own.id;
}

/** Expires a lapsed hold first, so that its slot is free again. */
async function loadOwnHold(
  dependencies: BookingDependencies,
  { account, cause }: HoldCommand,
  id: string,
): Promise<Own | null> {
  const stream = bookingStream(id);
  const { store, clock } = dependencies;
  const isOver =
    (await store.stateOf(stream))?.status === 'held' && !isStanding(await store.stateOf(stream), clock.now());
  if (isOver) await expire(dependencies, id, 'lapsed', cause);
  const booking = await store.stateOf(stream);
  return booking && !booking.isForgotten && isOpenTo(booking, account) ? { id, booking } : null;
}

async function tradeDates(dependencies: BookingDependencies, command: HoldCommand, own: Own): Promise<Held> {
  const booking = await holdNew(dependencies, command, own.id);
  if (booking === own.id) return { booking };
  try {
    await expire(dependencies, own.id, 'replaced', command.cause);
  } catch (error) {
    // The visitor has the new slot; the old hold lapses at its end.
    if (error instanceof ProviderUnreachable) return { booking, unreachable: error };
  }
  return { booking };
}

async function claimSlot(dependencies: BookingDependencies, command: HoldCommand, own: Own): Promise<Held> {
  const { date, claim } = command.details;
  const isSame = own.booking.date === date && claimOf(own.booking.units) === claim;
  if (own.booking.status === 'confirmed' && isSame) return { booking: own.id };
  // Another machine may trade it during this request: then `overtaken`.
  const replaced = own.booking.isTraded ? own.id : null;
  if (own.booking.status !== 'held') return { booking: await holdNew(dependencies, command, replaced) };
  if (own.booking.date !== date) return tradeDates(dependencies, command, own);
  return { booking: await (isSame ? keepSlot : swapWithinDay)(dependencies, command, own) };
}

/** If another request of this browser has traded the hold since it was read. */
async function rejectOvertaken({ store }: BookingDependencies, own: Own, error: unknown): Promise<never> {
  const isOvertaken = (await latestHold(store.db, own.id)).booking !== own.id;
  throw isOvertaken && error instanceof Rejected ? new Rejected('overtaken') : error;
}

/**
 * For a browser that lost the first response; another sender learns nothing new. Throws `Rejected`: `overtaken` after a trade or
 * release, and `not-held`.
 */
async function replayAnswer(
  { store, clock }: BookingDependencies,
  { account }: HoldCommand,
  booking: string,
): Promise<string> {
  const held = await store.stateOf(bookingStream(booking));
  if (held === null || held.isForgotten || !isOpenTo(held, account)) throw new Rejected('not-held');
  if (held.isTraded) throw new Rejected('overtaken');
  if (!isStanding(held, clock.now()) || held.corrections > 0) throw new Rejected('not-held');
  return booking;
}

/**
 * Keeps a standing hold of the slot or trades it; a paid one counts as the result. Throws `Rejected`: what `holdSlot` refuses,
 * `not-held`, `overtaken`, `key-reused`, `unknown-account`.
 */
export async function placeHold(
  dependencies: BookingDependencies,
  { key, ...details }: Omit<BookingRequest, 'confirmed'>,
  {
    hold: ownHold,
    account,
    photos = [],
    count = () => [],
  }: {
    readonly hold: string | null;
    readonly account: string | null;
    readonly photos?: readonly BookingPhoto[];
    readonly count?: CountHold;
  },
  cause: Cause,
): Promise<Held> {
  const prices = await offeredPrices(dependencies, ownHold);
  const once = { key: `hold:${key}`, body: JSON.stringify(details) };
  const command = { details, prices, photos, account, once, cause, count };
  const own = ownHold ? await loadOwnHold(dependencies, command, ownHold) : null;
  if (own === null) return { booking: await holdNew(dependencies, command) };
  const earlier = await dependencies.store.earlierAnswer({ ...command.once, answer: null });
  if (!earlier)
    return claimSlot(dependencies, command, own).catch((error) => rejectOvertaken(dependencies, own, error));
  const booking = bookingIn(earlier);
  return { booking: own.id === booking ? booking : await replayAnswer(dependencies, command, booking) };
}
