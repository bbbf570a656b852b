import { type BookingRow, personalOf, photosOf } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { civilDateAt, claimEnd } from '#events/business-time.ts';
import { cancelOutcome } from '#events/booking/changing.ts';
import { canCorrect } from '#events/booking/correcting.ts';
import { UNPAID_PHOTOS_MS } from '#events/booking/photos.ts';
import { hasLapsed } from '#events/booking/holding.ts';
import type { BookingDetails } from '#shared/booking/booking-details.ts';
import { TICKET_FIELDS } from '#shared/booking/booking-view.ts';
import type { CurrentHold, Ticket } from '#shared/calls/contract.ts';
import type { Checkout, PaymentProvider } from '../../outside/payments/port.ts';
import type { BookingServices } from '../context.ts';
import { type BookingDependencies, businessTime } from '../dependencies.ts';
import { bookingView } from './view.ts';

/** Then the page renders without the payment provider's response. */
const PATIENCE_MS = 2000;

function publicState({ status, confirmed_at }: BookingRow): Ticket['state'] {
  if (status === 'completed' || status === 'no-show') return 'over';
  if (status === 'forfeited' || (status === 'refunded' && confirmed_at !== null)) return 'cancelled';
  return status;
}

/** `a…@example.com`: enough to notice a wrong address, and not to write to it. */
function masked(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;
}

/** Masks the mail address without access. Null for an unknown id. */
export async function ticket(
  { store, clock, config }: Pick<BookingDependencies, 'store' | 'clock' | 'config'>,
  eventId: string,
  may: { readonly open: boolean; readonly correct: boolean },
): Promise<Ticket | null> {
  const row = await bookingById(store.db, eventId);
  if (!row) return null;
  const { date, claim, method } = row;
  const today = civilDateAt(clock.now(), config.timeZone);
  const isPast = clock.now() >= claimEnd(date, claim, config.timeZone);
  const known = publicState(row);
  const state = known === 'confirmed' && isPast ? 'over' : known;
  const booking = await store.stateOf(bookingStream(eventId));
  const time = businessTime({ clock, config });
  const cancel = booking && cancelOutcome(booking, time);
  const isAhead = booking !== null && canCorrect(booking, time);
  const mailedTo = isAhead && row.email ? (may.open ? row.email : masked(row.email)) : null;
  const here = { opensHere: may.open, mailedTo, canCorrect: isAhead && may.correct };
  return { ...bookingView(row, TICKET_FIELDS), state, today, cancel, method, ...here };
}

/** Null if the provider doesn't return it in time. */
function lookBriefly(payments: PaymentProvider, checkout: string): Promise<Checkout | null> {
  const patience = new Promise<null>((resolve) => void setTimeout(resolve, PATIENCE_MS, null).unref());
  return Promise.race([payments.fetch(checkout).catch(() => null), patience]);
}

function stateOf(row: BookingRow, now: number): CurrentHold['state'] {
  if (row.confirmed_at !== null) return 'booked';
  if (row.status === 'refunded') return 'refunded';
  return row.status === 'held' && !hasLapsed(row.expires_at, now) ? 'standing' : 'lapsed';
}

/** With its form values and, while it stands, its payment page if the provider is fast; later, with its result. */
export async function currentHold(
  { store, payments, clock, photos }: Pick<BookingServices, 'store' | 'payments' | 'clock' | 'photos'>,
  own: string | null,
): Promise<CurrentHold | null> {
  const row = own ? await bookingById(store.db, own) : undefined;
  const personal = row && personalOf(row);
  if (!personal || publicState(row) === 'cancelled') return null;
  const state = stateOf(row, clock.now());
  const isStanding = state === 'standing';
  const last = isStanding ? (await store.stateOf(bookingStream(row.id)))?.checkouts.at(-1) : undefined;
  const checkout = last === undefined ? null : await lookBriefly(payments, last);
  if (checkout?.status === 'complete') return null;
  const { service, date, claim, area } = row;
  const ends = row.expires_at + UNPAID_PHOTOS_MS;
  const tickets = photosOf(row).map((photo) => photos.withTicket(photo, ends).ticket);
  const sent = tickets.length > 0 ? { photos: tickets } : {};
  const details = { ...sent, service, date, claim, area, tasks: JSON.parse(row.tasks), ...personal };
  return {
    eventId: row.id,
    state,
    slot: { date, claim },
    expiresAt: row.expires_at,
    payUrl: checkout?.status === 'open' ? checkout.url : null,
    details: state === 'booked' ? null : (details as BookingDetails),
  };
}
