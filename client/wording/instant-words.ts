import { longDate } from '#shared/civil-date.ts';
import { dateAt } from '#shared/time-zone.ts';

/** `March 9, 2027` */
export function dayOf(at: number, timeZone: string): string {
  return longDate(dateAt(at, timeZone)).replace(/^\S+ /, '');
}
