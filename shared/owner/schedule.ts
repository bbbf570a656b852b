/** The owner's schedule: what each unit of a date is taken by, or why customers cannot book it. Instants are milliseconds. */
import type { Slot } from '../booking/availability.ts';
import type { BookingView } from '../booking/booking-view.ts';
import type { Claim } from '../booking/session-type.ts';
import { type CivilDate, daysBetween } from '../civil-date.ts';

export const SCHEDULE_PATH = '/app/admin/schedule';

/** The page of the owner's calendar address. */
export const CALENDAR_PATH = `${SCHEDULE_PATH}/calendar`;

/** The page that prints a day. */
export const SHEET_PATH = `${SCHEDULE_PATH}/sheet`;

export const SCHEDULE_VIEWS = ['day', 'week', 'month'] as const;
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number];

export interface ScheduleQuery {
  readonly view: ScheduleView;
  /** Today when left out. */
  readonly date?: CivilDate;
}

/** Number of dates ahead to which the owner can book and move visits. A mistyped year is farther. */
export const OWNER_WINDOW_DAYS = 366;

/** First and last date that the schedule shows. */
export const SCHEDULE_DATES = { first: '2000-01-01', last: '2199-12-31' } as const;

/**
 * What a unit is. The first that applies: `over` has ended; `too-soon` can no longer be booked, `too-far` not yet; `free` is open to
 * customers.
 */
export type UnitUse = 'booked' | 'held' | 'closed' | 'over' | 'too-soon' | 'too-far' | 'free';

/** The booking or hold of a unit. */
export interface ScheduledBooking extends Pick<BookingView, 'eventId' | 'area' | 'name' | 'address'> {
  readonly state: 'held' | 'confirmed' | 'completed' | 'no-show';
  /** When an unpaid hold ends; null for a booking. */
  readonly heldUntil: number | null;
}

/** A unit of a date, or both units of one booking. */
export interface ScheduleEntry {
  readonly claim: Claim;
  readonly use: UnitUse;
  /** Null unless it is held or booked. */
  readonly booking: ScheduledBooking | null;
  /** Whether its time has begun: it can no longer be closed. */
  readonly hasBegun: boolean;
}

/** The payment of a late cancellation, kept unless its time is sold again or closed. */
export interface KeptPayment {
  readonly eventId: string;
  /** The time that it waits for. */
  readonly claim: Claim;
  /** Null once the customer's data is deleted. */
  readonly name: string | null;
  readonly cents: number;
}

export interface ScheduleDay {
  readonly date: CivilDate;
  /** In the order of the day. */
  readonly entries: readonly ScheduleEntry[];
  /** The date on which customers can book this day first; null when it has come. */
  readonly opensOn: CivilDate | null;
  /** Kept payments that can still be refunded by a sale or a closure, oldest first. */
  readonly kept: readonly KeptPayment[];
}

/** A date of a month without its bookings. */
export interface ScheduleDate {
  readonly date: CivilDate;
  readonly am: UnitUse;
  readonly pm: UnitUse;
}

export interface Schedule {
  readonly view: ScheduleView;
  readonly date: CivilDate;
  /** Today's date in the business time zone. */
  readonly today: CivilDate;
  /** The day, the week from Sunday to Saturday, or of a month the chosen day. */
  readonly days: readonly ScheduleDay[];
  /** Every date of the month; empty in other views. */
  readonly month: readonly ScheduleDate[];
}

/** The path of the schedule at a date. */
export function schedulePath({ view, date }: ScheduleQuery): string {
  const search = new URLSearchParams({
    ...(view !== 'day' && { view }),
    ...(date !== undefined && { date }),
  }).toString();
  return search === '' ? SCHEDULE_PATH : `${SCHEDULE_PATH}?${search}`;
}

/** The path of the page that closes several days. */
export const CLOSE_PATH = `${SCHEDULE_PATH}/close`;

/** Most dates that are closed or opened at once. */
const MOST_CLOSED_DATES = 100;

/** Units of one or more dates, both included, that the owner closes or opens. */
export interface DatesQuery {
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly units: Claim;
}

/** What is wrong with a range of dates, in words for its last date; null when nothing is. */
export function rangeFault({ first, last }: Pick<DatesQuery, 'first' | 'last'>): string | null {
  if (last < first) return 'Pick a last day that isn’t before the first.';
  return daysBetween(first, last) < MOST_CLOSED_DATES ? null : `Pick at most ${MOST_CLOSED_DATES} days at a time.`;
}

/** What closing units of a range of dates would do. */
export interface ClosurePlan extends DatesQuery {
  /** Number of units that are free and still ahead: those that it closes. */
  readonly free: number;
  /** Number of units that are closed already. */
  readonly closed: number;
  /** Bookings and holds that have units of it, in order: they refuse the closure of the whole. */
  readonly taken: readonly (Slot & { readonly booking: ScheduledBooking })[];
  /** Late cancellations that it refunds. */
  readonly refunds: readonly ClosureRefund[];
}

export interface ClosureRefund {
  readonly eventId: string;
  readonly date: CivilDate;
  /** Null once the customer's data is deleted. */
  readonly name: string | null;
  readonly cents: number;
}

/** The path of the page that shows what a closure would do. */
export function closePath({ first, last, units }: DatesQuery): string {
  return `${CLOSE_PATH}?${new URLSearchParams({ first, last, units }).toString()}`;
}
