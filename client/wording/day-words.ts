import { type CivilDate, addDays, shortDate } from '#shared/civil-date.ts';

/** `Today, Tue 9 Mar`, `Tomorrow, Wed 10 Mar`, `Thu 11 Mar`. */
export function dayWords(date: CivilDate, today: CivilDate): string {
  if (date === today) return `Today, ${shortDate(date)}`;
  return date === addDays(today, 1) ? `Tomorrow, ${shortDate(date)}` : shortDate(date);
}
