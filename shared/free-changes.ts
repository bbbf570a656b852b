import { zoneName } from './time-zone.ts';

/**
 * Until when a visit can be moved or cancelled free (SPEC.md section 1), for pages and mails alike. `Midnight` would leave
 * open which of a date's two is meant.
 * `lastDay` is the last date of free changes in words. `through Sun, Mar 7, 11:59 pm (Pacific Time)`
 */
export function freeThrough(lastDay: string, timeZone: string): string {
  return `through ${lastDay}, 11:59 pm (${zoneName(timeZone)})`;
}
