/** Letters written from given data, without a site, for tests about wording. */
import type { Job } from '#db/jobs.ts';
import type { Reduction } from '#db/projections/booking-row.ts';
import type { BookingStatus, RefundCause } from '#events/booking/booking.ts';
import type { MailCause } from '#events/mail.ts';
import { LETTERS, tellsOf } from '#server/bookings/letters/index.ts';
import type { MailBooking } from '#server/bookings/letters/booking.ts';
import type { BookingLetter, CustomerMatter, LetterCause, LetterWords } from '#server/bookings/letters/letter.ts';
import { contentOf } from '#server/bookings/letters/letters-for.ts';
import * as lost from '#server/bookings/letters/slot-lost.ts';
import { aboutParkedMail } from '#server/bookings/letters/undelivered.ts';
import type { Business, Link, MailContent } from '#server/outside/mail/layout/letter.ts';
import type { CancelOutcome } from '#shared/booking/managed-booking.ts';
import { type Claim, unitsOf } from '#shared/booking/session-type.ts';
import type { PAGES } from './samples.ts';

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

type BookingPages = Pick<typeof PAGES, 'manage'>;

type Given = readonly [booking: MailBooking, business: Business, pages: BookingPages | null, rest?: Rest];

function matterOf(...[booking, business, pages, rest = {}]: Given): CustomerMatter {
  const time = { now: rest.event?.at ?? 0, timeZone: business.timeZone };
  const row = { reductions: '[]', ...rest.row };
  return { booking, business, manage: pages?.manage, tellsOf, time, ...rest, row } as unknown as CustomerMatter;
}

type Written = ReturnType<BookingLetter['write']>;

function wordsOf(cause: LetterCause, to: 'customer' | 'owner', ...given: Given): Written {
  const matter = matterOf(...given);
  const event = { ...matter.event, type: cause } as CustomerMatter['event'];
  for (const letter of LETTERS.filter((each) => each.to === to && each.on.includes(cause))) {
    const words = letter.write({ ...matter, event });
    if (words) return words;
  }
  throw new Error(`no letter about ${cause} to the ${to}`);
}

function toCustomer(cause: LetterCause, ...given: Given): MailContent {
  const [booking, business, pages] = given;
  const words = wordsOf(cause, 'customer', ...given) as LetterWords;
  return contentOf('customer', words, { booking, business }, pages?.manage);
}

function toOwner(cause: LetterCause, booking: MailBooking, business: Business, rest?: Rest): MailContent {
  const words = wordsOf(cause, 'owner', booking, business, null, rest) as LetterWords;
  return contentOf('owner', words, { booking, business });
}

export function bookingConfirmed(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  return toCustomer('BookingConfirmed', booking, business, pages);
}

export function newBooking(booking: MailBooking, business: Business): MailContent {
  return toOwner('BookingConfirmed', booking, business);
}

export function visitKept(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  return toCustomer('VisitKept', booking, business, pages);
}

export function ownerKept(booking: MailBooking, business: Business): MailContent {
  return toOwner('VisitKept', booking, business);
}

const move = (from: When) => ({ data: { from: { date: from.date, units: unitsOf(from.claim) } } });

export function visitMoved(booking: MailBooking, from: When, business: Business, pages: BookingPages): MailContent {
  return toCustomer('BookingRescheduled', booking, business, pages, { event: move(from) });
}

export function ownerMoved(booking: MailBooking, from: When, business: Business): MailContent {
  return toOwner('BookingRescheduled', booking, business, { event: move(from) });
}

export function visitCancelled(
  booking: MailBooking,
  by: 'customer' | 'owner',
  business: Business,
  pages: BookingPages,
  reductions: readonly Reduction[] = [],
): MailContent {
  return toCustomer('BookingCancelled', booking, business, pages, {
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
  return toCustomer('BookingForfeited', booking, business, pages, { event: late(booking, canComeBack) });
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
  const dependencies = { store: { stateOf: async () => ({ keptFrom }) } };
  const cause = outcome === 'refund' ? 'BookingCancelled' : 'BookingForfeited';
  const words = await wordsOf(cause, 'owner', booking, business, null, { event, row, dependencies });
  return contentOf('owner', words as LetterWords, { booking, business });
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
  return toCustomer('ReminderRequested', booking, business, pages, reminder('last-free-day', booking));
}

export function dayBefore(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  return toCustomer('ReminderRequested', booking, business, pages, reminder('day-before', booking));
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
  return toCustomer('RefundRequested', booking, business, null, refund(cause, money, status));
}

export function keptPaymentReturned(
  booking: MailBooking,
  { cause, cents }: { readonly cause: RefundCause; readonly cents: number },
  business: Business,
): MailContent {
  return toCustomer('RefundRequested', booking, business, null, refund(cause, { cents, currency: 'usd' }));
}

export function visitRefunded(booking: MailBooking, status: BookingStatus, business: Business): MailContent {
  const given = refund('after-visit', { cents: 29_900, currency: 'usd' });
  return toCustomer('RefundRequested', booking, business, null, { ...given, row: { status } });
}

export function slotLost(
  booking: MailBooking,
  loss: { readonly reason: lost.LossReason; readonly cents: number },
  alternatives: readonly Link[],
  business: Business,
): MailContent {
  const words = lost.slotLost(booking, loss, alternatives, business);
  return contentOf('customer', words, { booking, business });
}

/** A refund that the provider refused so many times. */
function failure({ cents: amount, currency }: Money, attempt: number, reason: string): Rest {
  return {
    event: { data: { payment: 'p1', attempt, reason } },
    row: { refunds: JSON.stringify([{ payment: 'p1', cause: 'cancelled', amount, currency }]) },
  };
}

export function refundDelayed(booking: MailBooking, money: Money, business: Business): MailContent {
  return toCustomer('RefundFailed', booking, business, null, failure(money, 11, 'timeout'));
}

export function refundFailed(reason: string, booking: MailBooking, business: Business): MailContent {
  return toOwner('RefundFailed', booking, business, failure({ cents: 29_900, currency: 'usd' }, 1, reason));
}

/** `code`: the provider's refusal. */
export async function mailParked(
  { cause, code }: { readonly cause: MailCause; readonly code: string },
  booking: MailBooking,
  business: Business,
): Promise<MailContent> {
  const rest = { event: { type: cause, data: {} }, row: { email: booking.email } };
  const words = await aboutParkedMail({ code } as Job, matterOf(booking, business, null, rest));
  return contentOf('owner', words!, { booking, business });
}
