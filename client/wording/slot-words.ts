/** Hours are the business's. */
import { type CivilDate, addDays, shortDate, longDate } from '#shared/civil-date.ts';
import type { DayAvailability } from '#shared/booking/availability.ts';
import { ADVISED_NOTICE_HOURS } from '#shared/business/business.ts';
import { freeUntil, keptUnlessSold } from '#shared/booking/notice-policy.ts';
import type { SessionType } from '#shared/booking/session-type.ts';
import { dateAt } from '#shared/time-zone.ts';

export function changeWords(
  { freeChangesThrough }: Pick<DayAvailability, 'freeChangesThrough'>,
  today: CivilDate,
): string {
  return freeChangesThrough
    ? `Move or cancel for free ${freeUntil(freeChangesThrough, today)}.`
    : 'Too late to move or cancel for free.';
}

export function lateTerms(service: SessionType): string {
  return `If you cancel, ${keptUnlessSold('the payment', service)}`;
}

export const NOTHING_OPEN = 'Nothing is open right now.';
export const LOOK_AGAIN = 'Look again tomorrow: one more day opens each day, and canceled times come back.';

/** Not required. */
const ADVICE = `We recommend ${ADVISED_NOTICE_HOURS.least} to ${ADVISED_NOTICE_HOURS.better} hours’ notice`;
export const NOTICE_ADVICE = `That’s soon. ${ADVICE}, but you can book this.`;

export const NOTICE_ADVICE_IN_SHORT = `${ADVICE}.`;

/** `Today, Tue, Mar 9`, `Tomorrow, Wed, Mar 10`, `Thu, Mar 11`. */
export function dayWords(date: CivilDate, today: CivilDate): string {
  if (date === today) return `Today, ${shortDate(date)}`;
  return date === addDays(today, 1) ? `Tomorrow, ${shortDate(date)}` : shortDate(date);
}

/** `March 9, 2027` */
export function dayOf(at: number, timeZone: string): string {
  return longDate(dateAt(at, timeZone)).replace(/^\S+ /, '');
}
