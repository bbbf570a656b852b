import { type CivilDate, addDays, longDate, monthName, monthOf, shortDate, weekdayOf } from '#shared/civil-date.ts';
import { CLAIMS, isWholeDay } from '#shared/booking/session-type.ts';
import type { DatesQuery, ScheduleView, UnitUse } from '#shared/owner/schedule.ts';
import { dayWords } from './slot-words.ts';

export const USE_NAMES: Readonly<Record<UnitUse, string>> = {
  booked: 'Booked',
  held: 'Held',
  closed: 'Closed',
  over: 'Over',
  'too-soon': 'Too soon to book',
  'too-far': 'Not open yet',
  free: 'Open',
};

/** Empty where the unit's name says it all. */
export function useNote(use: UnitUse, opensOn: CivilDate | null): string {
  if (use === 'too-soon') return 'Booking ends two hours before.';
  return use === 'too-far' && opensOn !== null ? `Customers can book it from ${shortDate(opensOn)}.` : '';
}

/** `Tomorrow, Wed, Mar 10`, `Mar 7 to 13, 2027`, `March 2027`. */
export function periodWords(view: ScheduleView, date: CivilDate, today: CivilDate): string {
  if (view === 'month') return monthName(monthOf(date));
  if (view === 'day')
    return `${dayWords(date, today)}${date.slice(0, 4) === today.slice(0, 4) ? '' : `, ${date.slice(0, 4)}`}`;
  const sunday = addDays(date, -weekdayOf(date));
  return `Week of ${longDate(sunday).replace(/^\S+ /, '')}`;
}

/** `Tue, Mar 9 to Fri, Mar 12, afternoons`; of one day `Tue, Mar 9, the afternoon`. */
export function datesWords({ first, last, units }: DatesQuery): string {
  const { label, days } = CLAIMS[units];
  if (first === last) return `${shortDate(first)}, the ${isWholeDay(units) ? 'whole day' : label.toLowerCase()}`;
  return `${shortDate(first)} to ${shortDate(last)}, ${days.toLowerCase()}`;
}

/** `one half day`, `8 half days` */
export function halfDays(count: number): string {
  return count === 1 ? 'one half day' : `${count} half days`;
}
