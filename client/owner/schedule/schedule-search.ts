import { isCivilDate } from '#shared/civil-date.ts';
import { SCHEDULE_DATES, SCHEDULE_VIEWS, type ScheduleQuery } from '#shared/owner/schedule.ts';

/** The search parameters of the schedule; the view is left out for a day, the date for today. */
export type ScheduleSearch = Partial<ScheduleQuery>;

/** Invalid values are ignored. */
export function readScheduleQuery(raw: Readonly<Record<string, unknown>>): ScheduleQuery {
  const view = SCHEDULE_VIEWS.find((each) => each === raw['view']) ?? 'day';
  const { date } = raw;
  const isShown = isCivilDate(date) && date >= SCHEDULE_DATES.first && date <= SCHEDULE_DATES.last;
  return { view, ...(isShown && { date }) };
}

/** The query as search parameters, without defaults. */
export function scheduleSearch({ view, date }: ScheduleQuery): ScheduleSearch {
  return { ...(view !== 'day' && { view }), ...(date !== undefined && { date }) };
}
