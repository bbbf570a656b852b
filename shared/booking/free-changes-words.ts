import { type CivilDate, shortDate } from '../civil-date.ts';
import { zoneName } from '../time-zone.ts';

/** SPEC.md section 1. `through Sun, Mar 7, 11:59 pm (Pacific Time)`; not `midnight`, because a date has two. */
export function freeThrough(lastDay: string, timeZone: string): string {
  return `through ${lastDay}, 11:59 pm (${zoneName(timeZone)})`;
}

/** `through Sun, Mar 7, 11:59 pm (Pacific Time)`, or since when they have ended. */
export function freeChangesFact(
  through: CivilDate | null,
  { isOver, timeZone }: { readonly isOver: boolean; readonly timeZone: string },
  dateWords = shortDate,
): string {
  if (through === null) return 'none for this day';
  const day = dateWords(through);
  return isOver ? `ended ${day}, 11:59 pm (${zoneName(timeZone)})` : freeThrough(day, timeZone);
}

/** `until the end of today, Sun, Mar 7`: a date, too, because visitors may be in other time zones or read it later. */
export function freeUntil(lastDay: CivilDate, today: CivilDate): string {
  return lastDay === today ? `until the end of today, ${shortDate(lastDay)}` : `through ${shortDate(lastDay)}`;
}
