import { NOTICE_DAYS } from '#shared/business/business.ts';
import { type CivilDate, addDays, daysBetween } from '#shared/civil-date.ts';
import type { Policy } from '#shared/booking/fixed-terms.ts';

/** Name of the notice rule that new bookings are made under; a new rule gets a new name. */
export const POLICY: Policy = 'two-days-notice';

/**
 * Whether a change or cancellation is on time (SPEC.md section 1): at least two calendar dates before the service date,
 * both in the business time zone.
 */
export function isOnTime(serviceDate: CivilDate, today: CivilDate): boolean {
  return daysBetween(today, serviceDate) >= NOTICE_DAYS;
}

/** The last date, until its end, on which the booking can be changed free: the deadline is the midnight at its end. */
export function freeChangesThrough(serviceDate: CivilDate): CivilDate {
  return addDays(serviceDate, -NOTICE_DAYS);
}

/** `freeChangesThrough` as seen on `today`: null when that date has already passed. */
export function freeChangesLeft(serviceDate: CivilDate, today: CivilDate): CivilDate | null {
  return isOnTime(serviceDate, today) ? freeChangesThrough(serviceDate) : null;
}
