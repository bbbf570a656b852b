import { type CivilDate, addDays, daysBetween } from '#shared/civil-date.ts';
import { NOTICE_POLICIES, type NoticePolicy } from '#shared/booking/notice-policy.ts';

/** SPEC.md section 1. */
export function isOnTime(policy: NoticePolicy, serviceDate: CivilDate, today: CivilDate): boolean {
  return daysBetween(today, serviceDate) >= NOTICE_POLICIES[policy].days;
}

export function freeChangesThrough(policy: NoticePolicy, serviceDate: CivilDate): CivilDate {
  return addDays(serviceDate, -NOTICE_POLICIES[policy].days);
}

export function freeChangesLeft(policy: NoticePolicy, serviceDate: CivilDate, today: CivilDate): CivilDate | null {
  return isOnTime(policy, serviceDate, today) ? freeChangesThrough(policy, serviceDate) : null;
}
