import { type CivilDate, addDays, daysBetween } from '#shared/civil-date.ts';
import { NOTICE_POLICIES, type NoticePolicy } from '#shared/booking/notice-policy.ts';

/**
 * Whether a change or cancellation is on time under a policy (SPEC.md section 1): at least its number of calendar dates before
 * the service date, both in the business time zone.
 */
export function isOnTime(policy: NoticePolicy, serviceDate: CivilDate, today: CivilDate): boolean {
  return daysBetween(today, serviceDate) >= NOTICE_POLICIES[policy].days;
}

/** The last date, until its end, on which the booking can be changed free: the deadline is the midnight at its end. */
export function freeChangesThrough(policy: NoticePolicy, serviceDate: CivilDate): CivilDate {
  return addDays(serviceDate, -NOTICE_POLICIES[policy].days);
}

/** `freeChangesThrough` as seen on `today`: null when that date has already passed. */
export function freeChangesLeft(policy: NoticePolicy, serviceDate: CivilDate, today: CivilDate): CivilDate | null {
  return isOnTime(policy, serviceDate, today) ? freeChangesThrough(policy, serviceDate) : null;
}
