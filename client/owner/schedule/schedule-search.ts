import { type CivilDate, isCivilDate } from '#shared/civil-date.ts';
import { isClaim } from '#shared/booking/session-type.ts';
import { type DatesQuery, SCHEDULE_DATES, SCHEDULE_VIEWS, type ScheduleQuery } from '#shared/owner/schedule.ts';

/** Without `view` for a day, without `date` for today. */
export type ScheduleSearch = Partial<ScheduleQuery>;

function isShown(date: unknown): date is CivilDate {
  return isCivilDate(date) && date >= SCHEDULE_DATES.first && date <= SCHEDULE_DATES.last;
}

/** Invalid values are ignored. */
export function readScheduleQuery(raw: Readonly<Record<string, unknown>>): ScheduleQuery {
  const view = SCHEDULE_VIEWS.find((each) => each === raw['view']) ?? 'day';
  const { date } = raw;
  return { view, ...(isShown(date) && { date }) };
}

/** Without defaults. */
export function scheduleSearch({ view, date }: ScheduleQuery): ScheduleSearch {
  return { ...(view !== 'day' && { view }), ...(date !== undefined && { date }) };
}

export type DatesSearch = Partial<DatesQuery>;

/** Invalid values are ignored. */
export function readDatesSearch(raw: Readonly<Record<string, unknown>>): DatesSearch {
  const { first, last, units } = raw;
  return { ...(isShown(first) && { first }), ...(isShown(last) && { last }), ...(isClaim(units) && { units }) };
}
