/** The owner's schedule: what each unit of a date is taken by, or why customers cannot book it. Instants are milliseconds. */
import type { Claim } from '../booking/session-type.ts';
import type { CivilDate } from '../civil-date.ts';

export const SCHEDULE_PATH = '/app/admin/schedule';

export const SCHEDULE_VIEWS = ['day', 'week', 'month'] as const;
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number];

export interface ScheduleQuery {
  readonly view: ScheduleView;
  /** Today when left out. */
  readonly date?: CivilDate;
}

/** First and last date that the schedule shows. */
export const SCHEDULE_DATES = { first: '2000-01-01', last: '2199-12-31' } as const;

/**
 * What a unit is. The first that applies: `over` has ended; `too-soon` can no longer be booked, `too-far` not yet; `free` is open to
 * customers.
 */
export type UnitUse = 'booked' | 'held' | 'closed' | 'over' | 'too-soon' | 'too-far' | 'free';

/** The booking or hold of a unit. */
export interface ScheduledBooking {
  readonly eventId: string;
  readonly state: 'held' | 'confirmed' | 'completed' | 'no-show';
  /** When an unpaid hold ends; null for a booking. */
  readonly heldUntil: number | null;
  readonly area: string;
  /** Null once the customer's data is deleted; the same holds for the address. */
  readonly name: string | null;
  readonly address: string | null;
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

export interface ScheduleDay {
  readonly date: CivilDate;
  /** In the order of the day. */
  readonly entries: readonly ScheduleEntry[];
  /** The date on which customers can book this day first; null when it has come. */
  readonly opensOn: CivilDate | null;
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
