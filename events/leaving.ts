/** Accounts that are deleted while a visit is ahead (RULES.md, Accounts): their owner cancels what is ahead, or keeps it. */
import type { CancelOutcome, VisitsChoice } from '#shared/managed-booking.ts';
import type { BusinessTime } from './business-time.ts';
import type { BookingEvent, BookingState } from './booking.ts';
import { cancelBooking, cancelOutcome, isVisitAhead, visitEnd } from './changing.ts';
import { type DayEvent, type DayState, dayType } from './day.ts';
import { forgetCustomer } from './booking-owner.ts';
import type { BookingAndDay, BookingAndDayEvents } from './holding.ts';
import { type Refusal, isRefusal, refuse } from './refusal.ts';
import { deleteAccount } from './account-life.ts';
import { type AccountAndRoles, type AccountAndRolesEvents } from './roles.ts';

/** What the owner of an account decides about the visits ahead, and what they were told a cancellation comes to, by booking. */
export interface Leaving extends BusinessTime {
  readonly account: string;
  /** Null when they were asked nothing. */
  readonly visits: VisitsChoice | null;
  readonly told: ReadonlyMap<string, CancelOutcome>;
}

/** A kept visit stays its customer's without the account, and so does one that has begun. */
function keepVisit(account: string): { readonly booking: readonly BookingEvent[] } {
  return { booking: [{ type: 'VisitKept', data: { account } }] };
}

/**
 * Decides about one visit ahead of an account that is being deleted. Does nothing to a booking that is not ahead. Refuses
 * `terms-changed` when its customer did not choose, or was not told what the cancellation comes to by now, and `changed-meanwhile`
 * when the day is not the booking's.
 */
export function leaveVisit(
  states: BookingAndDay,
  id: string,
  { account, visits, told, now, timeZone }: Leaving,
): BookingAndDayEvents | Refusal {
  const { booking } = states;
  const isOthers = booking !== null && booking.account !== null && booking.account !== account;
  if (booking === null || booking.isForgotten || isOthers || !isVisitAhead(booking, { now, timeZone })) {
    return { booking: [], day: [] };
  }
  if (visits === null) return refuse('terms-changed');
  if (visits === 'keep' || cancelOutcome(booking, { now, timeZone }) === null) {
    return { ...keepVisit(account), day: [] };
  }
  const expects = told.get(id);
  if (expects === undefined) return refuse('terms-changed');
  return cancelBooking(states, { booking: id, by: 'customer', expects, now, timeZone });
}

/** Visits by the ids of their bookings, and their days by date. */
export interface VisitsAndDays {
  readonly visits: Readonly<Record<string, BookingState>>;
  readonly days: Readonly<Record<string, DayState>>;
}

export interface VisitsAndDaysEvents {
  readonly visits: Readonly<Record<string, readonly BookingEvent[]>>;
  readonly days: Readonly<Record<string, readonly DayEvent[]>>;
}

/** Decides about all visits ahead; one refusal refuses all. Refuses `changed-meanwhile` when a visit's day is not among the days. */
function leaveVisits({ visits, days }: VisitsAndDays, leaving: Leaving): VisitsAndDaysEvents | Refusal {
  const ofVisits: Record<string, readonly BookingEvent[]> = {};
  const ofDays: Record<string, readonly DayEvent[]> = {};
  for (const [id, booking] of Object.entries(visits)) {
    if (booking === null) continue;
    const before = days[booking.date];
    if (before === undefined) return refuse('changed-meanwhile');
    const soFar = ofDays[booking.date] ?? [];
    const day = soFar.reduce((state, event) => dayType.evolve(state, event), before);
    const left = leaveVisit({ booking, day }, id, leaving);
    if (isRefusal(left)) return left;
    ofVisits[id] = left.booking;
    ofDays[booking.date] = [...soFar, ...left.day];
  }
  return { visits: ofVisits, days: ofDays };
}

/** What was looked up of an account by its addresses, as they were by then. */
interface KnownByAddress {
  /** Those that guests made with its addresses. */
  readonly bookings: readonly string[];
  /** How many `Account.addressEvents` there were before they and the visits ahead were looked up. */
  readonly addressEvents: number;
}

/**
 * Deletes an account together with its decision about the visits ahead. Refuses what `deleteAccount` and `leaveVisit` refuse, and
 * `changed-meanwhile` when its address was changed or confirmed since they were looked up: guests may have booked with it.
 */
export function leave(
  states: AccountAndRoles & VisitsAndDays,
  leaving: Leaving & KnownByAddress,
): (AccountAndRolesEvents & VisitsAndDaysEvents) | Refusal {
  const deleted = deleteAccount(states, leaving);
  if (isRefusal(deleted)) return deleted;
  if (states.account?.addressEvents.length !== leaving.addressEvents) return refuse('changed-meanwhile');
  const left = leaveVisits(states, leaving);
  return isRefusal(left) ? left : { ...deleted, ...left };
}

/**
 * Forgets the customer of a booking once the account is deleted. A visit ahead of which they were not asked, because it was paid while the
 * account was being deleted, is kept: its payment may have made a late cancellation good, so it cannot go back.
 */
export function leaveBehind(
  { booking }: { readonly booking: BookingState },
  { account, ...time }: Pick<Leaving, 'account' | 'now' | 'timeZone'>,
): { readonly booking: readonly BookingEvent[] } {
  const forgotten = forgetCustomer({ booking }, account);
  const isToCome = booking !== null && isVisitAhead(booking, time);
  return isToCome && forgotten.booking.length > 0 ? keepVisit(account) : forgotten;
}

/** The instant, in milliseconds, at which a kept visit's customer is to be forgotten; null for any other booking. */
export function forgetAt(booking: BookingState, timeZone: string): number | null {
  if (booking === null || booking.keptFrom === null || booking.isForgotten) return null;
  return visitEnd(booking, timeZone);
}

/** Forgets the customer of a kept visit once the time of the visit is over, canceled or not. */
export function endKeptVisit(
  { booking }: { readonly booking: BookingState },
  { now, timeZone }: BusinessTime,
): { readonly booking: readonly BookingEvent[] } {
  const at = forgetAt(booking, timeZone);
  if (booking === null || at === null || now < at) return { booking: [] };
  const { person } = booking;
  return {
    booking: [
      { type: 'KeptVisitOver', data: { person } },
      { type: 'CustomerForgotten', data: { person } },
    ],
  };
}
