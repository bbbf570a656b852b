/** Bookings store dates and units, so that a change of daylight-saving rules moves no appointment. */
import { OWNER_WINDOW_DAYS } from '#shared/owner/schedule.ts';
import { ADVISED_NOTICE_HOURS } from '#shared/business/business.ts';
import { type CivilDate, addDays, daysBetween } from '#shared/civil-date.ts';
import { type Claim, type Unit, hoursOf, UNITS, ALL_UNITS } from '#shared/booking/session-type.ts';

export function civilDateAt(now: number, timeZone: string): CivilDate {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString() as CivilDate;
}

export function instantOf(date: CivilDate, hour: number, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;
}

export function unitStart(date: CivilDate, unit: Unit, timeZone: string): number {
  return instantOf(date, UNITS[unit].hours.start, timeZone);
}

export function claimEnd(date: CivilDate, claim: Claim, timeZone: string): number {
  return instantOf(date, hoursOf(claim).end, timeZone);
}

const CLOSES_BEFORE_START_MINUTES = 120;

export function closesToBooking(date: CivilDate, unit: Unit, timeZone: string): number {
  return unitStart(date, unit, timeZone) - CLOSES_BEFORE_START_MINUTES * 60_000;
}

export interface BusinessTime {
  readonly now: number;
  readonly timeZone: string;
}

export interface BookingTime extends BusinessTime {
  readonly windowDays: number;
  /** Computed once, because time zone lookups are slow. */
  readonly today: CivilDate;
}

export function bookingTimeAt(time: Omit<BookingTime, 'today'>): BookingTime {
  return { ...time, today: civilDateAt(time.now, time.timeZone) };
}

/** Refuses times before today, beyond the window, or within two hours of the first unit's start. */
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

/** Until the first unit starts, and up to `OWNER_WINDOW_DAYS` ahead. */
export function whenOwnerCanBook(
  date: CivilDate,
  units: readonly Unit[],
  { now, timeZone, today }: BookingTime,
): 'open' | 'too-soon' | 'too-far' {
  if (daysBetween(today, date) > OWNER_WINDOW_DAYS) return 'too-far';
  return units.every((unit) => now < unitStart(date, unit, timeZone)) ? 'open' : 'too-soon';
}

export function bookingWindow(time: BookingTime): { today: CivilDate; to: CivilDate } {
  return { today: time.today, to: addDays(time.today, time.windowDays) };
}

export function isShortNotice(date: CivilDate, time: BookingTime): boolean {
  if (daysBetween(time.today, date) > 3) return false;
  return unitStart(date, ALL_UNITS[0]!, time.timeZone) - time.now < ADVISED_NOTICE_HOURS.better * 3_600_000;
}

/** Milliseconds left of a pause. A `since` after now was recorded while the clock was ahead, and counts as never. */
export function pauseLeft(since: number | null, length: number, now: number): number {
  return since === null || since > now ? 0 : Math.max(0, since + length - now);
}
