import type { BookingPhoto } from '#shared/booking/photos.ts';
import { HOLD_MINUTES } from '#shared/business/business.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { type Claim, PRICE_CENTS, type Prices, sessionTypeOf, unitsOf } from '#shared/booking/session-type.ts';
import { type AccountState, maySignIn } from '../account/account.ts';
import { type Booking, type BookingEvent, type BookingState, CURRENCY, type PersonalDetails } from './booking.ts';
import { type BookingTime, whenBookable } from '../business-time.ts';
import { photosReplaced } from './photo-list.ts';
import { type DayEvent, type DayState, areFree, dayType, unitsHeldBy } from '../day.ts';
import { type Refusal, isRefusal, refuse } from '../refusal.ts';

/** How long after its end a hold can still be paid. Every payment under way has succeeded or failed by then. */
export const LATE_PAYMENT_MS = 24 * 3_600_000;

/** The two streams of a hold: its booking's and its day's. */
export interface BookingAndDay {
  readonly booking: BookingState;
  readonly day: DayState;
}

/** Events to append to each of the two streams. */
export interface BookingAndDayEvents {
  readonly booking: readonly BookingEvent[];
  readonly day: readonly DayEvent[];
}

const NOTHING: BookingAndDayEvents = { booking: [], day: [] };

/** A visitor's request for a slot. */
export interface HoldRequest {
  readonly booking: string;
  readonly date: CivilDate;
  readonly claim: Claim;
  readonly area: string;
  readonly tasks: readonly string[];
  /** The account that is signed in; null for a guest. */
  readonly account: string | null;
  readonly person: string;
  readonly personal: PersonalDetails;
  /** Photos of the job; in a revision, absent when they stay. */
  readonly photos?: readonly BookingPhoto[];
  /** The price that the page showed, and those that the visitor is offered now, in cents. */
  readonly price: number;
  readonly prices: Prices;
  readonly time: BookingTime;
}

/**
 * Whether a visitor may hold a slot as this account, or as a guest (null). Refuses `unknown-account` when the account was deleted
 * or disabled: it gets no new bookings after that.
 */
export function authorizeHolder(
  { account = null }: { readonly account?: AccountState },
  holder: string | null,
): Refusal | null {
  return holder === null || maySignIn(account) ? null : refuse('unknown-account');
}

/**
 * Holds a slot for `HOLD_MINUTES` at the price that the page showed: both units for a full day, or none. Refuses `slot-taken`,
 * `too-soon`, `too-far`, `price-changed` and, for a booking that already exists, `already-held`.
 */
export function holdSlot({ booking, day }: BookingAndDay, request: HoldRequest): BookingAndDayEvents | Refusal {
  if (booking !== null) return refuse('already-held');
  const units = unitsOf(request.claim);
  const bookable = whenBookable(request.date, units, request.time);
  if (bookable !== 'open') return refuse(bookable);
  if (!areFree(day, units)) return refuse('slot-taken');
  const service = sessionTypeOf(request.claim);
  const { price } = request;
  if (price !== request.prices[service]) return refuse('price-changed');
  const expiresAt = request.time.now + HOLD_MINUTES * 60_000;
  const { area, tasks, account, person, personal, photos = [], date } = request;
  return {
    booking: [
      {
        type: 'SlotHeld',
        data: {
          service,
          date,
          units,
          area,
          tasks,
          price,
          currency: CURRENCY,
          expiresAt,
          method: 'online',
          account,
          person,
          personal,
        },
      },
      ...photosReplaced({ photos: [], removedPhotos: [] }, photos),
    ],
    day: [{ type: 'UnitsHeld', data: { booking: request.booking, units, until: expiresAt } }],
  };
}

/** What a visitor may correct while the hold stands: everything but the slot. */
export type HoldRevision = Pick<HoldRequest, 'area' | 'tasks' | 'person' | 'personal' | 'photos'>;

/** A hold that ends later than this, in milliseconds from now, was made while the server's clock was ahead. */
const FARTHEST_END_MS = 2 * HOLD_MINUTES * 60_000;

/** Whether a hold that ends at `expiresAt`, in milliseconds, is over. Also true when it would last longer than any hold does. */
export function hasLapsed(expiresAt: number, now: number): boolean {
  return now >= expiresAt || expiresAt - now > FARTHEST_END_MS;
}

/**
 * Whether a booking is held and its time to pay is not over. A hold past its end does not stand, even before its expiry is
 * recorded.
 */
export function isStanding(booking: BookingState, now: number): boolean {
  return booking?.status === 'held' && !hasLapsed(booking.expiresAt, now);
}

/**
 * What a visitor is offered each session type for, in cents. Their standing hold keeps its price, also for another time of the same
 * length.
 */
export function pricesFor(own: BookingState, now: number): Prices {
  return own !== null && isStanding(own, now) ? { ...PRICE_CENTS, [own.service]: own.price } : PRICE_CENTS;
}

/**
 * Whether the visitor of the browser that made the hold may see it: it is a guest's, or the signed-in account's. A visit kept
 * after its account was deleted is opened only by its link.
 */
export function isOpenTo(
  { account: owner, keptFrom }: Pick<Booking, 'account' | 'keptFrom'>,
  account: string | null,
): boolean {
  return keptFrom === null && (owner === null || owner === account);
}

/** A visitor's change of a standing hold: new details, unless null, and the account that they are signed in to. */
export interface HoldKept {
  readonly revision: HoldRevision | null;
  readonly account: string | null;
}

/**
 * Corrects the details of a standing hold. A guest's hold is adopted by the account that its visitor has signed in to since.
 * Refuses `not-held`, also for another account's hold or once the customer is forgotten.
 */
export function reviseHold(
  { booking }: { readonly booking: BookingState },
  { revision, account }: HoldKept,
  now: number,
): { readonly booking: readonly BookingEvent[] } | Refusal {
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

/**
 * Records a checkout opened at the payment provider for a standing hold; a second record of the same checkout adds nothing.
 * Refuses `not-held`, also once the customer is forgotten.
 */
export function openCheckout({ booking }: { booking: BookingState }, checkout: string, now: number) {
  if (booking === null || !isStanding(booking, now) || booking.isForgotten) return refuse('not-held');
  const isKnown = booking.checkouts.includes(checkout);
  const attempt = booking.checkouts.length + 1;
  const events: BookingEvent[] = isKnown ? [] : [{ type: 'CheckoutOpened', data: { checkout, attempt } }];
  return { booking: events };
}

/** Which hold ends, why and when. */
export interface Expiry {
  readonly booking: string;
  readonly cause: 'lapsed' | 'replaced';
  /** The checkouts that the caller has closed at the provider. */
  readonly closed: readonly string[];
  readonly now: number;
}

/**
 * Ends a hold and frees its slot: when its time to pay is over (`lapsed`), or at once when its visitor picks another slot
 * (`replaced`). Records nothing for a booking that is no longer held. Refuses `already-held` before its end, and `checkout-open`
 * when one of its checkouts was not closed at the provider: it could still be paid.
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

/** The old hold, the booking that replaces it, and their common day. */
export interface Swap extends BookingAndDay {
  readonly own: BookingState;
}

/**
 * Trades a hold for another claim of the same date in one decision: the new hold may take the units that the old one frees, and a
 * refused trade leaves the old hold. Refuses `not-held` when there is no hold of that date, and what `expireHold` and `holdSlot`
 * refuse.
 */
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
