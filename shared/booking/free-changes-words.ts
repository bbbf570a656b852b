import { type CivilDate, shortDate } from '../civil-date.ts';
import { zoneName } from '../time-zone.ts';

/**
 * Until when a visit can be moved or cancelled free (SPEC.md section 1), for pages and mails. The word `midnight` is avoided: a
 * date has two. `lastDay` is the last date of free changes in words. `through Sun, Mar 7, 11:59 pm (Pacific Time)`
 */
export function freeThrough(lastDay: string, timeZone: string): string {
  return `through ${lastDay}, 11:59 pm (${zoneName(timeZone)})`;
}

/**
 * The short form for pages: `through Sun, Mar 7`, and on that date itself `until the end of today, Sun, Mar 7`. The date is
 * included for visitors in other time zones, and for a page that is read the next day.
 */
export function freeUntil(lastDay: CivilDate, today: CivilDate): string {
  return lastDay === today ? `until the end of today, ${shortDate(lastDay)}` : `through ${shortDate(lastDay)}`;
}

/** For a visit whose free changes had already ended when it was booked or moved. `Free changes: none for this day` */
export const NO_FREE_CHANGES = 'none for this day';
