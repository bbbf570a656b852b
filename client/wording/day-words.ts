import { type CivilDate, addDays, shortDate } from '#shared/civil-date.ts';

/** `Today, Tue, Mar 9`, `Tomorrow, Wed, Mar 10`, `Thu, Mar 11`. */
export function dayWords(date: CivilDate, today: CivilDate): string {
  if (date === today) return `Today, ${shortDate(date)}`;
  return date === addDays(today, 1) ? `Tomorrow, ${shortDate(date)}` : shortDate(date);
}
