import { zoneName } from './time-zone.ts';

/**
 * Until when a visit can be moved or cancelled free (SPEC.md section 1), for pages and mails alike. `Midnight` would leave
 * open which of a date's two is meant.
 * `lastDay` is the last date of free changes in words. `through Sun, Mar 7, to the end of that day (Pacific Time)`
 */
export function freeThrough(lastDay: string, timeZone: string): string {
  return `through ${lastDay}, to the end of that day (${zoneName(timeZone)})`;
}
