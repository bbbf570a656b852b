import { addDays, type CivilDate } from '#shared/civil-date.ts';

/** The date so many days from today, by the machine's clock in UTC. */
export function daysAhead(days: number): CivilDate {
  return addDays(new Date().toISOString().slice(0, 10) as CivilDate, days);
}
