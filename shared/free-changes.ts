import { type CivilDate, shortDate } from './civil-date.ts';
import { zoneName } from './time-zone.ts';

/**
 * Until when a visit can be moved or cancelled free (SPEC.md section 1), for pages and mails alike. `Midnight` would leave
 * open which of a date's two is meant.
 * `lastDay` is the last date of free changes in words. `through Sun, Mar 7, 11:59 pm (Pacific Time)`
 */
export function freeThrough(lastDay: string, timeZone: string): string {
  return `through ${lastDay}, 11:59 pm (${zoneName(timeZone)})`;
}

/**
 * The same in short, for pages: `through Sun, Mar 7`, and on that date itself `until the end of today, Sun, Mar 7`. The date stands
 * there for visitors in other time zones, and for a page that is read on the next day.
 */
export function freeUntil(lastDay: CivilDate, today: CivilDate): string {
  return lastDay === today ? `until the end of today, ${shortDate(lastDay)}` : `through ${shortDate(lastDay)}`;
}

/** Of a visit that had none left when it was booked, or moved to its day. `Free changes: none for this day` */
export const NO_FREE_CHANGES = 'none for this day';
