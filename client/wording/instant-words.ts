import { longDate, shortDate } from '#shared/civil-date.ts';
import { clockTime, dateAt } from '#shared/time-zone.ts';

/** `Tue, Mar 9, 3:15 pm`, on the business's clocks. */
export function instantWords(at: number, timeZone: string): string {
  return `${shortDate(dateAt(at, timeZone))}, ${clockTime(at, timeZone)}`;
}

/** `March 9, 2027` */
export function dayOf(at: number, timeZone: string): string {
  return longDate(dateAt(at, timeZone)).replace(/^\S+ /, '');
}
