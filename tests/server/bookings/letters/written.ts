/** Letters written from given data, without a site, for tests about wording. */
import type { Reduction } from '#db/projections/booking-row.ts';
import type { BookingStatus, RefundCause } from '#events/booking/booking.ts';
import type { MailCause } from '#events/mail.ts';
import type { BookingPages, MailBooking } from '#server/bookings/letters/booking.ts';
import * as confirmed from '#server/bookings/letters/customer/booking-confirmed.ts';
import * as dayBeforeVisit from '#server/bookings/letters/customer/day-before.ts';
import * as keptReturned from '#server/bookings/letters/customer/kept-payment-returned.ts';
import * as lastDay from '#server/bookings/letters/customer/last-free-day.ts';
import * as links from '#server/bookings/letters/customer/lost-links.ts';
import * as returned from '#server/bookings/letters/customer/payment-returned.ts';
import * as delayed from '#server/bookings/letters/customer/refund-delayed.ts';
import * as lost from '#server/bookings/letters/customer/slot-lost.ts';
import * as cancelled from '#server/bookings/letters/customer/visit-cancelled.ts';
import * as forfeited from '#server/bookings/letters/customer/visit-forfeited.ts';
import * as kept from '#server/bookings/letters/customer/visit-kept.ts';
import * as moved from '#server/bookings/letters/customer/visit-moved.ts';
import * as refunded from '#server/bookings/letters/customer/visit-refunded.ts';
import { tellsOf } from '#server/bookings/letters/index.ts';
import type { BookingLetter, CustomerMatter, LetterWords } from '#server/bookings/letters/letter.ts';
import { contentOf } from '#server/bookings/letters/letters-for.ts';
import * as parked from '#server/bookings/letters/mail-parked.ts';
import * as newBookingNotice from '#server/bookings/letters/owner/new-booking.ts';
import * as failed from '#server/bookings/letters/owner/refund-failed.ts';
import * as cancelledNotice from '#server/bookings/letters/owner/visit-cancelled.ts';
import * as keptNotice from '#server/bookings/letters/owner/visit-kept.ts';
import * as movedNotice from '#server/bookings/letters/owner/visit-moved.ts';
import { type Business, type Link, type MailContent, writeLetter } from '#server/outside/mail/layout/letter.ts';
import type { CancelOutcome } from '#shared/booking/managed-booking.ts';
import { type Claim, unitsOf } from '#shared/booking/session-type.ts';

interface When {
  readonly date: string;
  readonly claim: Claim;
}

interface Money {
  readonly cents: number;
  readonly currency: string;
}

/** Input that only some letters use: their event, the row of the booking, the clock. */
interface Rest {
  readonly event?: { readonly at?: number; readonly data: object; readonly type?: string };
  readonly row?: object;
  readonly dependencies?: object;
}

function wordsOf(
  letter: BookingLetter,
  booking: MailBooking,
  business: Business,
  pages: BookingPages | null,
  rest: Rest = {},
): ReturnType<BookingLetter['write']> {
  const time = { now: rest.event?.at ?? 0, timeZone: business.timeZone };
  const row = { reductions: '[]', ...rest.row };
  return letter.write({ booking, business, pages, tellsOf, time, ...rest, row } as unknown as CustomerMatter);
}

function written(...[letter, booking, business, pages, rest]: Parameters<typeof wordsOf>): MailContent {
  const words = wordsOf(letter, booking, business, pages, rest) as LetterWords;
  return contentOf(letter.to, words, { booking, business }, pages ?? undefined);
}

function content(to: 'customer' | 'owner', words: LetterWords, business: Business): MailContent {
  return writeLetter({ to, ...words }, business);
}

export function bookingConfirmed(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  return written(confirmed.letter, booking, business, pages);
}

export function newBooking(booking: MailBooking, business: Business): MailContent {
  return written(newBookingNotice.letter, booking, business, null);
}

export function visitKept(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  return written(kept.letter, booking, business, pages);
}

export function ownerKept(booking: MailBooking, business: Business): MailContent {
  return written(keptNotice.letter, booking, business, null);
}

const move = (from: When) => ({ data: { from: { date: from.date, units: unitsOf(from.claim) } } });

export function visitMoved(booking: MailBooking, from: When, business: Business, pages: BookingPages): MailContent {
  return written(moved.letter, booking, business, pages, { event: move(from) });
}

export function ownerMoved(booking: MailBooking, from: When, business: Business): MailContent {
  return written(movedNotice.letter, booking, business, null, { event: move(from) });
}

export function visitCancelled(
  booking: MailBooking,
  by: 'customer' | 'owner',
  business: Business,
  pages: BookingPages,
  reductions: readonly Reduction[] = [],
): MailContent {
  return written(cancelled.letter, booking, business, pages, {
    event: { data: { by } },
    row: { reductions: JSON.stringify(reductions) },
  });
}

/** A late cancellation: long before the visit, or when its time can no longer be sold. */
function late({ date, claim }: MailBooking, canComeBack: boolean) {
  const at = Date.parse(canComeBack ? '2027-01-01T12:00:00Z' : '2028-01-01T12:00:00Z');
  return { type: 'BookingForfeited', at, data: { date, units: unitsOf(claim) } };
}

export function visitForfeited(
  booking: MailBooking,
  canComeBack: boolean,
  business: Business,
  pages: BookingPages,
): MailContent {
  return written(forfeited.letter, booking, business, pages, { event: late(booking, canComeBack) });
}

export async function ownerCancelled(
  booking: MailBooking,
  outcome: CancelOutcome,
  business: Business,
  {
    email = booking.email,
    keptFrom = null,
  }: { readonly email?: string | null; readonly keptFrom?: string | null } = {},
): Promise<MailContent> {
  const inTime = { type: 'BookingCancelled', data: { by: 'customer' } };
  const event = outcome === 'refund' ? inTime : late(booking, outcome === 'forfeit');
  const row = { account: null, email };
  const { letter } = cancelledNotice;
  const dependencies = { store: { stateOf: async () => ({ keptFrom }) } };
  const words = await wordsOf(letter, booking, business, null, { event, row, dependencies });
  return contentOf(letter.to, words as LetterWords, { booking, business });
}

/** A reminder that is on time. */
function reminder(kind: 'last-free-day' | 'day-before', { date, freeChangesThrough }: MailBooking): Rest {
  return {
    event: { data: { kind, date } },
    row: { status: 'confirmed', date, free_changes_through: freeChangesThrough ?? date },
    dependencies: { clock: { now: () => 0 }, config: { timeZone: 'UTC' } },
  };
}

export function lastFreeDay(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  return written(lastDay.letter, booking, business, pages, reminder('last-free-day', booking));
}

export function dayBefore(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  return written(dayBeforeVisit.letter, booking, business, pages, reminder('day-before', booking));
}

const refund = (cause: RefundCause, { cents: amount, currency }: Money, status: BookingStatus = 'confirmed') => ({
  event: { data: { cause, amount, currency } },
  row: { status },
});

export function paymentReturned(
  booking: MailBooking,
  { cause, status, ...money }: Money & { readonly cause: RefundCause; readonly status?: BookingStatus },
  business: Business,
): MailContent {
  return written(returned.letter, booking, business, null, refund(cause, money, status));
}

export function keptPaymentReturned(
  booking: MailBooking,
  { cause, cents }: { readonly cause: RefundCause; readonly cents: number },
  business: Business,
): MailContent {
  return written(keptReturned.letter, booking, business, null, refund(cause, { cents, currency: 'usd' }));
}

export function visitRefunded(booking: MailBooking, status: BookingStatus, business: Business): MailContent {
  const given = refund('after-visit', { cents: 29_900, currency: 'usd' });
  return written(refunded.letter, booking, business, null, { ...given, row: { status } });
}

export function slotLost(
  booking: MailBooking,
  loss: { readonly reason: lost.LossReason; readonly cents: number },
  alternatives: readonly Link[],
  business: Business,
): MailContent {
  return content('customer', lost.slotLost(booking, loss, alternatives, business), business);
}

export function refundDelayed(booking: MailBooking, money: Money, business: Business): MailContent {
  return content('customer', delayed.refundDelayed(booking, money, business), business);
}

export function refundFailed(refundOf: failed.FailedRefund, booking: MailBooking, business: Business): MailContent {
  return content('owner', failed.refundFailed(refundOf, booking, business), business);
}

export function lostLinks(all: readonly Link[], business: Business): MailContent {
  return content('customer', links.lostLinks(all), business);
}

export function mailParked(
  { cause, reason }: { readonly cause: MailCause; readonly reason: string },
  booking: MailBooking,
  business: Business,
): MailContent {
  return content('owner', parked.mailParked({ tells: tellsOf(cause), reason }, booking, business), business);
}
