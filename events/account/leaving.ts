/** Deletion of accounts with visits ahead: the customer cancels these or keeps them. */
import type { CancelOutcome, VisitsChoice } from '#shared/booking/managed-booking.ts';
import type { BusinessTime } from '../business-time.ts';
import type { BookingEvent, BookingState } from '../booking/booking.ts';
import { cancelBooking, cancelOutcome, isVisitAhead } from '../booking/changing.ts';
import { type DayEvent, type DayState, dayType } from '../day.ts';
import { forgetCustomer } from '../booking/forgetting.ts';
import type { BookingAndDay, BookingAndDayEvents } from '../booking/holding.ts';
import { type Refusal, isRefusal, refuse } from '../refusal.ts';
import { deleteAccount, type AccountAndRoles, type AccountAndRolesEvents } from './roles.ts';

export interface Leaving extends BusinessTime {
  readonly account: string;
  readonly visits: VisitsChoice | null;
  readonly told: ReadonlyMap<string, CancelOutcome>;
}

function keepVisit(account: string): { readonly booking: readonly BookingEvent[] } {
  return { booking: [{ type: 'VisitKept', data: { account } }] };
}

/** Records nothing for a booking that is not ahead. Refuses `terms-changed` and `changed-meanwhile`. */
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

export interface VisitsAndDays {
  readonly visits: Readonly<Record<string, BookingState>>;
  readonly days: Readonly<Record<string, DayState>>;
}

export interface VisitsAndDaysEvents {
  readonly visits: Readonly<Record<string, readonly BookingEvent[]>>;
  readonly days: Readonly<Record<string, readonly DayEvent[]>>;
}

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

interface KnownByAddress {
  readonly bookings: readonly string[];
  /** Length of `Account.addressEvents` before the lookup. */
  readonly addressEvents: number;
}

/** Deletes an account and decides about its visits ahead. Refuses `changed-meanwhile` after a change of its addresses. */
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

/** Forgets the customer, but keeps a visit paid meanwhile: its payment may have refilled a forfeiture. */
export function leaveBehind(
  { booking }: { readonly booking: BookingState },
  { account, ...time }: Pick<Leaving, 'account' | 'now' | 'timeZone'>,
): { readonly booking: readonly BookingEvent[] } {
  const forgotten = forgetCustomer({ booking }, account);
  const isToCome = booking !== null && isVisitAhead(booking, time);
  return isToCome && forgotten.booking.length > 0 ? keepVisit(account) : forgotten;
}
