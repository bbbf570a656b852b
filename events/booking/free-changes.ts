import { type CivilDate, addDays, daysBetween } from '#shared/civil-date.ts';
import { NOTICE_POLICIES, type NoticePolicy } from '#shared/booking/notice-policy.ts';

/** At least the policy's number of calendar dates before the service date (SPEC.md section 1). */
export function isOnTime(policy: NoticePolicy, serviceDate: CivilDate, today: CivilDate): boolean {
  return daysBetween(today, serviceDate) >= NOTICE_POLICIES[policy].days;
}

/** Until the end of this date, the booking can be changed free. */
export function freeChangesThrough(policy: NoticePolicy, serviceDate: CivilDate): CivilDate {
  return addDays(serviceDate, -NOTICE_POLICIES[policy].days);
}

/** Null when that date has passed. */
export function freeChangesLeft(policy: NoticePolicy, serviceDate: CivilDate, today: CivilDate): CivilDate | null {
  return isOnTime(policy, serviceDate, today) ? freeChangesThrough(policy, serviceDate) : null;
}
