import type { BookingPhoto } from '#shared/booking/photos.ts';
import type { PersonalDetails } from '#shared/booking/booking-fields.ts';
import { HOLD_MINUTES } from '#shared/business/business.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { type Prices, pricesOn } from '#shared/booking/prices.ts';
import { type Claim, sessionTypeOf, unitsOf } from '#shared/booking/session-type.ts';
import { type AccountState, maySignIn } from '../account/account.ts';
import {
  type Booking,
  type BookingEventOf,
  type BookingEvent,
  type BookingState,
  CURRENCY,
  type BookingEvents,
  type OneBooking,
} from './booking.ts';
import { type BookingTime, whenBookable } from '../business-time.ts';
import { photosReplaced } from './photo-list.ts';
import { type DayEvent, type DayState, areFree, dayType, unitsHeldBy } from '../day.ts';
import { type Refusal, isRefusal, refuse } from '../refusal.ts';

/** A hold can be paid this long after its end: by then, every pending payment has succeeded or failed. */
export const LATE_PAYMENT_MS = 24 * 3_600_000;

export interface BookingAndDay extends OneBooking {
  readonly day: DayState;
}

export interface BookingAndDayEvents extends BookingEvents {
  readonly day: readonly DayEvent[];
}

const NOTHING: BookingAndDayEvents = { booking: [], day: [] };

export interface HoldRequest {
  readonly booking: string;
  readonly date: CivilDate;
  readonly claim: Claim;
  readonly area: string;
  readonly tasks: readonly string[];
  readonly account: string | null;
  readonly person: string;
  readonly personal: PersonalDetails;
  readonly photos?: readonly BookingPhoto[];
  /** The price that the page showed, and those offered now, in cents. */
  readonly price: number;
  readonly prices: Prices;
  readonly time: BookingTime;
}

/** Refuses `unknown-account` if it was deleted or disabled. */
export function authorizeHolder(
  { account = null }: { readonly account?: AccountState },
  holder: string | null,
): Refusal | null {
  return holder === null || maySignIn(account) ? null : refuse('unknown-account');
}

type Held = Pick<HoldRequest, 'date' | 'claim' | 'area' | 'tasks' | 'person' | 'personal'>;

export function slotHeld(
  { date, claim, area, tasks, person, personal }: Held,
  terms: Pick<BookingEventOf<'SlotHeld'>['data'], 'price' | 'expiresAt' | 'method' | 'account'>,
): BookingEvent {
  const held = { service: sessionTypeOf(claim), date, units: unitsOf(claim), area, tasks, person, personal };
  return { type: 'SlotHeld', data: { ...held, currency: CURRENCY, ...terms } };
}

/** Refuses `slot-taken`, `too-soon`, `too-far`, `price-changed` and, for a booking that exists, `already-held`. */
export function holdSlot({ booking, day }: BookingAndDay, request: HoldRequest): BookingAndDayEvents | Refusal {
  if (booking !== null) return refuse('already-held');
  const units = unitsOf(request.claim);
  const bookable = whenBookable(request.date, units, request.time);
  if (bookable !== 'open') return refuse(bookable);
  if (!areFree(day, units)) return refuse('slot-taken');
  const { price, account, photos = [] } = request;
  if (price !== request.prices[sessionTypeOf(request.claim)]) return refuse('price-changed');
  const expiresAt = request.time.now + HOLD_MINUTES * 60_000;
  return {
    booking: [
      slotHeld(request, { price, expiresAt, method: 'online', account }),
      ...photosReplaced({ photos: [], removedPhotos: [] }, photos),
    ],
    day: [{ type: 'UnitsHeld', data: { booking: request.booking, units, until: expiresAt } }],
  };
}

export type HoldRevision = Pick<HoldRequest, 'area' | 'tasks' | 'person' | 'personal' | 'photos'>;

/** A hold that ends later was made while the clock was ahead. */
const FARTHEST_END_MS = 2 * HOLD_MINUTES * 60_000;

export function hasLapsed(expiresAt: number, now: number): boolean {
  return now >= expiresAt || expiresAt - now > FARTHEST_END_MS;
}

/** A hold past its end does not stand, even before its expiry is recorded. */
export function isStanding(booking: BookingState, now: number): boolean {
  return booking?.status === 'held' && !hasLapsed(booking.expiresAt, now);
}

/** In cents. A standing hold keeps its price, also for another time of the same length. */
export function pricesFor(own: BookingState, { now, today }: BookingTime): Prices {
  const prices = pricesOn(today);
  return own !== null && isStanding(own, now) ? { ...prices, [own.service]: own.price } : prices;
}

/** A guest's hold or the account's own. A visit kept after its account was deleted opens only by its link. */
export function isOpenTo(
  { account: owner, keptFrom }: Pick<Booking, 'account' | 'keptFrom'>,
  account: string | null,
): boolean {
  return keptFrom === null && (owner === null || owner === account);
}

export interface HoldKept {
  readonly revision: HoldRevision | null;
  readonly account: string | null;
}

/** A visitor who has signed in since adopts the hold. Refuses `not-held`, also for another account's or a forgotten hold. */
export function reviseHold(
  { booking }: OneBooking,
  { revision, account }: HoldKept,
  now: number,
): BookingEvents | Refusal {
  if (booking === null || !isStanding(booking, now) || booking.isForgotten) return refuse('not-held');
  if (!isOpenTo(booking, account)) return refuse('not-held');
  const events: BookingEvent[] = [];
  if (revision) {
    const { area, tasks, person, personal, photos } = revision;
    events.push({ type: 'HoldRevised', data: { area, tasks, person, personal } });
    if (photos) events.push(...photosReplaced(booking, photos));
  }
  if (account !== null && booking.account === null) events.push({ type: 'BookingClaimed', data: { account } });
  return { booking: events };
}

export function openCheckout({ booking }: OneBooking, checkout: string, now: number) {
  if (booking === null || !isStanding(booking, now) || booking.isForgotten) return refuse('not-held');
  const isKnown = booking.checkouts.includes(checkout);
  const attempt = booking.checkouts.length + 1;
  const events: BookingEvent[] = isKnown ? [] : [{ type: 'CheckoutOpened', data: { checkout, attempt } }];
  return { booking: events };
}

export interface Expiry {
  readonly booking: string;
  readonly cause: 'lapsed' | 'replaced';
  readonly closed: readonly string[];
  readonly now: number;
}

/**
 * `lapsed`: unpaid in time. `replaced`: for another slot. Refuses `already-held`, and `checkout-open` that could still be paid.
 */
export function expireHold({ booking, day }: BookingAndDay, expiry: Expiry): BookingAndDayEvents | Refusal {
  if (booking?.status !== 'held') return NOTHING;
  if (expiry.cause === 'lapsed' && !hasLapsed(booking.expiresAt, expiry.now)) return refuse('already-held');
  if (!booking.checkouts.every((checkout) => expiry.closed.includes(checkout))) return refuse('checkout-open');
  return {
    booking: [{ type: 'HoldExpired', data: { cause: expiry.cause } }],
    day: [{ type: 'UnitsReleased', data: { booking: expiry.booking, units: unitsHeldBy(day, expiry.booking) } }],
  };
}

export interface Swap extends BookingAndDay {
  readonly own: BookingState;
}

/** A refused trade leaves the old hold. Refuses what `expireHold` and `holdSlot` refuse. */
export function swapHold(
  { own, booking, day }: Swap,
  given: Pick<Expiry, 'booking' | 'closed'>,
  request: HoldRequest,
): (BookingAndDayEvents & { readonly own: readonly BookingEvent[] }) | Refusal {
  if (own?.status !== 'held' || own.date !== request.date) return refuse('not-held');
  const released = expireHold({ booking: own, day }, { ...given, cause: 'replaced', now: request.time.now });
  if (isRefusal(released)) return released;
  const freed = released.day.reduce((state, event) => dayType.evolve(state, event), day);
  const held = holdSlot({ booking, day: freed }, request);
  if (isRefusal(held)) return held;
  return { own: released.booking, booking: held.booking, day: [...released.day, ...held.day] };
}
