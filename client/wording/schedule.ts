import { type CivilDate, addDays, longDate, monthName, monthOf, shortDate, weekdayOf } from '#shared/civil-date.ts';
import type { ScheduleView, UnitUse } from '#shared/owner/schedule.ts';
import { dayWords } from './day-words.ts';

/** A unit in a word or two. */
export const USE_NAMES: Readonly<Record<UnitUse, string>> = {
  booked: 'Booked',
  held: 'Held',
  closed: 'Closed by you',
  over: 'Over',
  'too-soon': 'Too soon to book',
  'too-far': 'Not open yet',
  free: 'Open',
};

/** Why customers cannot book a unit, or that they can. Empty where the booking or hold says it. */
export function useNote(use: UnitUse, opensOn: CivilDate | null): string {
  switch (use) {
    case 'booked':
    case 'held':
      return '';
    case 'closed':
      return 'Customers can’t book it.';
    case 'over':
      return 'Nothing was booked.';
    case 'too-soon':
      return 'Booking ends two hours before.';
    case 'too-far':
      return opensOn === null ? '' : `Customers can book it from ${shortDate(opensOn)}.`;
    case 'free':
      return 'Customers can book it.';
  }
}

/** The shown time as a heading: `Tomorrow, Wed, Mar 10`, `Mar 7 to 13, 2027`, `March 2027`. */
export function periodWords(view: ScheduleView, date: CivilDate, today: CivilDate): string {
  if (view === 'month') return monthName(monthOf(date));
  if (view === 'day')
    return `${dayWords(date, today)}${date.slice(0, 4) === today.slice(0, 4) ? '' : `, ${date.slice(0, 4)}`}`;
  const sunday = addDays(date, -weekdayOf(date));
  return `Week of ${longDate(sunday).replace(/^\S+ /, '')}`;
}
