/** Instants are milliseconds. */
import type { Slot } from '../booking/availability.ts';
import type { BookingView } from '../booking/booking-view.ts';
import type { Claim, Unit } from '../booking/session-type.ts';
import { type CivilDate, daysBetween } from '../civil-date.ts';

export const SCHEDULE_PATH = '/app/admin/schedule';

export const CALENDAR_PATH = `${SCHEDULE_PATH}/calendar`;

export const SCHEDULE_VIEWS = ['day', 'week', 'month'] as const;
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number];

export interface ScheduleQuery {
  readonly view: ScheduleView;
  readonly date?: CivilDate;
}

/** Dates ahead to which the owner can book and move visits. */
export const OWNER_WINDOW_DAYS = 366;

export const SCHEDULE_DATES = { first: '2000-01-01', last: '2199-12-31' } as const;

/** The first that applies. `too-soon`: can no longer be booked; `too-far`: not yet. */
export type UnitUse = 'booked' | 'held' | 'closed' | 'over' | 'too-soon' | 'too-far' | 'free';

export interface ScheduledBooking extends Pick<BookingView, 'eventId' | 'area' | 'name' | 'address'> {
  readonly state: 'held' | 'confirmed' | 'completed' | 'no-show';
  readonly heldUntil: number | null;
}

export interface ScheduleEntry {
  readonly claim: Claim;
  readonly use: UnitUse;
  readonly booking: ScheduledBooking | null;
  readonly hasBegun: boolean;
}

export interface KeptPayment {
  readonly eventId: string;
  readonly claim: Claim;
  readonly name: string | null;
  readonly cents: number;
}

export interface ScheduleDay {
  readonly date: CivilDate;
  readonly entries: readonly ScheduleEntry[];
  readonly opensOn: CivilDate | null;
  /** Refundable by a sale or closure, oldest first. */
  readonly kept: readonly KeptPayment[];
}

export interface ScheduleDate extends Readonly<Record<Unit, UnitUse>> {
  readonly date: CivilDate;
}

export interface Schedule {
  readonly view: ScheduleView;
  readonly date: CivilDate;
  readonly today: CivilDate;
  /** The day, its week from Sunday to Saturday, or the chosen day of a month. */
  readonly days: readonly ScheduleDay[];
  readonly month: readonly ScheduleDate[];
}

export const CLOSE_PATH = `${SCHEDULE_PATH}/close`;

const MOST_CLOSED_DATES = 100;

export interface DatesQuery {
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly units: Claim;
}

export function rangeFault({ first, last }: Pick<DatesQuery, 'first' | 'last'>): string | null {
  if (last < first) return 'Pick a last day that isn’t before the first.';
  return daysBetween(first, last) < MOST_CLOSED_DATES ? null : `Pick at most ${MOST_CLOSED_DATES} days at a time.`;
}

export interface ClosurePlan extends DatesQuery {
  readonly free: number;
  readonly closed: number;
  /** Held or booked units, which refuse the whole closure. */
  readonly taken: readonly (Slot & { readonly booking: ScheduledBooking })[];
  readonly refunds: readonly ClosureRefund[];
}

export interface ClosureRefund {
  readonly eventId: string;
  readonly date: CivilDate;
  readonly name: string | null;
  readonly cents: number;
}

export function closePath({ first, last, units }: DatesQuery): string {
  return `${CLOSE_PATH}?${new URLSearchParams({ first, last, units }).toString()}`;
}
