/**
 * Converts between civil dates and instants. Bookings store dates and units; instants are derived here, so that a change of
 * daylight-saving rules moves no appointment.
 */
import { OWNER_WINDOW_DAYS } from '#shared/owner/schedule.ts';
import { ADVISED_NOTICE_HOURS } from '#shared/business/business.ts';
import { type CivilDate, addDays, daysBetween } from '#shared/civil-date.ts';
import { type Claim, type Unit, UNIT_HOURS, hoursOf } from '#shared/booking/session-type.ts';

/** The civil date in the business time zone at an instant (milliseconds since the epoch). */
export function civilDateAt(now: number, timeZone: string): CivilDate {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString() as CivilDate;
}

/** The instant, in milliseconds, at which clocks in the business time zone show this hour of this date. */
export function instantOf(date: CivilDate, hour: number, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;
}

/** The instant at which work on a unit starts. */
export function unitStart(date: CivilDate, unit: Unit, timeZone: string): number {
  return instantOf(date, UNIT_HOURS[unit].start, timeZone);
}

/** The instant at which the time of a visit ends. */
export function claimEnd(date: CivilDate, claim: Claim, timeZone: string): number {
  return instantOf(date, hoursOf(claim).end, timeZone);
}

/** Booking of a unit closes this many minutes before its start. */
const CLOSES_BEFORE_START_MINUTES = 120;

/** The instant at which booking of a unit closes. */
export function closesToBooking(date: CivilDate, unit: Unit, timeZone: string): number {
  return unitStart(date, unit, timeZone) - CLOSES_BEFORE_START_MINUTES * 60_000;
}

/** What rules are told about time: the instant, in milliseconds, and the business time zone. */
export interface BusinessTime {
  readonly now: number;
  readonly timeZone: string;
}

/** What booking rules are told about time: also the booking window. */
export interface BookingTime extends BusinessTime {
  /** Number of dates ahead that can be booked. */
  readonly windowDays: number;
  /** The civil date at that instant, computed once, because time zone lookups are slow. */
  readonly today: CivilDate;
}

export function bookingTimeAt(time: Omit<BookingTime, 'today'>): BookingTime {
  return { ...time, today: civilDateAt(time.now, time.timeZone) };
}

/**
 * Whether units of a date can be booked by their time alone, taken or not: not before today, not beyond the window, and not
 * within two hours of the first unit's start.
 */
export function whenBookable(
  date: CivilDate,
  units: readonly Unit[],
  time: BookingTime,
): 'open' | 'too-soon' | 'too-far' {
  const ahead = daysBetween(time.today, date);
  if (ahead < 0) return 'too-soon';
  if (ahead > time.windowDays) return 'too-far';
  if (ahead > 1) return 'open';
  const open = units.every((unit) => time.now < closesToBooking(date, unit, time.timeZone));
  return open ? 'open' : 'too-soon';
}

/**
 * As `whenBookable`, for the owner, taken or not: until the first of the units starts, and up to `OWNER_WINDOW_DAYS` ahead. Neither
 * the two hours before a start nor the booking window of customers counts.
 */
export function whenOwnerCanBook(
  date: CivilDate,
  units: readonly Unit[],
  { now, timeZone, today }: BookingTime,
): 'open' | 'too-soon' | 'too-far' {
  if (daysBetween(today, date) > OWNER_WINDOW_DAYS) return 'too-far';
  return units.every((unit) => now < unitStart(date, unit, timeZone)) ? 'open' : 'too-soon';
}

/** First and last date of the booking window. */
export function bookingWindow(time: BookingTime): { today: CivilDate; to: CivilDate } {
  return { today: time.today, to: addDays(time.today, time.windowDays) };
}

/** Whether a date starts within 48 hours. Longer notice is recommended then. */
export function isShortNotice(date: CivilDate, time: BookingTime): boolean {
  if (daysBetween(time.today, date) > 3) return false;
  return unitStart(date, 'am', time.timeZone) - time.now < ADVISED_NOTICE_HOURS.better * 3_600_000;
}
