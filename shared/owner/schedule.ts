/** What each unit is taken by, or why customers cannot book it. Instants are milliseconds. */
import type { Slot } from '../booking/availability.ts';
import type { BookingView } from '../booking/booking-view.ts';
import type { Claim, Unit } from '../booking/session-type.ts';
import { type CivilDate, daysBetween } from '../civil-date.ts';

export const SCHEDULE_PATH = '/app/admin/schedule';

export const CALENDAR_PATH = `${SCHEDULE_PATH}/calendar`;

export const SHEET_PATH = `${SCHEDULE_PATH}/sheet`;

export const SCHEDULE_VIEWS = ['day', 'week', 'month'] as const;
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number];

export interface ScheduleQuery {
  readonly view: ScheduleView;
  /** Today when left out. */
  readonly date?: CivilDate;
}

/** Dates ahead to which the owner can book and move visits. */
export const OWNER_WINDOW_DAYS = 366;

export const SCHEDULE_DATES = { first: '2000-01-01', last: '2199-12-31' } as const;

/** The first that applies: `over` has ended; `too-soon` can no longer be booked, `too-far` not yet. */
export type UnitUse = 'booked' | 'held' | 'closed' | 'over' | 'too-soon' | 'too-far' | 'free';

/** The booking or hold of a unit. */
export interface ScheduledBooking extends Pick<BookingView, 'eventId' | 'area' | 'name' | 'address'> {
  readonly state: 'held' | 'confirmed' | 'completed' | 'no-show';
  /** Null for a booking. */
  readonly heldUntil: number | null;
}

export interface ScheduleEntry {
  readonly claim: Claim;
  readonly use: UnitUse;
  /** Null unless it is held or booked. */
  readonly booking: ScheduledBooking | null;
  /** It can no longer be closed. */
  readonly hasBegun: boolean;
}

/** Kept unless the late cancellation's time is sold again or closed. */
export interface KeptPayment {
  readonly eventId: string;
  readonly claim: Claim;
  /** Null once the customer's data is deleted. */
  readonly name: string | null;
  readonly cents: number;
}

export interface ScheduleDay {
  readonly date: CivilDate;
  readonly entries: readonly ScheduleEntry[];
  /** When customers can book this day first; null when that has come. */
  readonly opensOn: CivilDate | null;
  /** Can still be refunded by a sale or a closure, oldest first. */
  readonly kept: readonly KeptPayment[];
}

export interface ScheduleDate extends Readonly<Record<Unit, UnitUse>> {
  readonly date: CivilDate;
}

export interface Schedule {
  readonly view: ScheduleView;
  readonly date: CivilDate;
  readonly today: CivilDate;
  /** The day, the week from Sunday to Saturday, or of a month the chosen day. */
  readonly days: readonly ScheduleDay[];
  readonly month: readonly ScheduleDate[];
}

export function schedulePath({ view, date }: ScheduleQuery): string {
  const search = new URLSearchParams({
    ...(view !== 'day' && { view }),
    ...(date !== undefined && { date }),
  }).toString();
  return search === '' ? SCHEDULE_PATH : `${SCHEDULE_PATH}?${search}`;
}

export const CLOSE_PATH = `${SCHEDULE_PATH}/close`;

const MOST_CLOSED_DATES = 100;

/** Both dates included. */
export interface DatesQuery {
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly units: Claim;
}

/** In words for the last date; null when nothing is wrong. */
export function rangeFault({ first, last }: Pick<DatesQuery, 'first' | 'last'>): string | null {
  if (last < first) return 'Pick a last day that isn’t before the first.';
  return daysBetween(first, last) < MOST_CLOSED_DATES ? null : `Pick at most ${MOST_CLOSED_DATES} days at a time.`;
}

export interface ClosurePlan extends DatesQuery {
  readonly free: number;
  readonly closed: number;
  /** They refuse the closure of the whole. */
  readonly taken: readonly (Slot & { readonly booking: ScheduledBooking })[];
  readonly refunds: readonly ClosureRefund[];
}

export interface ClosureRefund {
  readonly eventId: string;
  readonly date: CivilDate;
  /** Null once the customer's data is deleted. */
  readonly name: string | null;
  readonly cents: number;
}

export function closePath({ first, last, units }: DatesQuery): string {
  return `${CLOSE_PATH}?${new URLSearchParams({ first, last, units }).toString()}`;
}
