import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type CivilDate, isCivilDate } from '#shared/civil-date.ts';
import { isClaim } from '#shared/booking/session-type.ts';
import { type DatesQuery, SCHEDULE_DATES, SCHEDULE_VIEWS, type ScheduleQuery } from '#shared/owner/schedule.ts';
import { stringifySearch } from '../../shell/search.ts';

interface Parts extends ScheduleQuery {
  readonly className: string;
  readonly hash?: string;
  readonly 'aria-current'?: 'true' | 'date' | undefined;
  readonly children: ReactNode;
}

export function ScheduleLink({ view, date, ...link }: Parts) {
  const search = scheduleSearch({ view, ...(date && { date }) });
  return <Link to="/app/admin/schedule" search={search} activeOptions={{ exact: true }} {...link} />;
}

/** Without `view` for a day, without `date` for today. */
export type ScheduleSearch = Partial<ScheduleQuery>;

export function isShownDate(date: unknown): date is CivilDate {
  return isCivilDate(date) && date >= SCHEDULE_DATES.first && date <= SCHEDULE_DATES.last;
}

/** Invalid values are ignored. */
export function readScheduleQuery(raw: Readonly<Record<string, unknown>>): ScheduleQuery {
  const view = SCHEDULE_VIEWS.find((each) => each === raw['view']) ?? 'day';
  const { date } = raw;
  return { view, ...(isShownDate(date) && { date }) };
}

/** Without defaults. */
export function scheduleSearch({ view, date }: ScheduleQuery): ScheduleSearch {
  return { ...(view !== 'day' && { view }), ...(date !== undefined && { date }) };
}

/** The page to return to, for a form without script. */
export function scheduleFrom(query: ScheduleQuery): string {
  return stringifySearch({ ...scheduleSearch(query) });
}

export type DatesSearch = Partial<DatesQuery>;

/** Invalid values are ignored. */
export function readDatesSearch(raw: Readonly<Record<string, unknown>>): DatesSearch {
  const { first, last, units } = raw;
  return {
    ...(isShownDate(first) && { first }),
    ...(isShownDate(last) && { last }),
    ...(isClaim(units) && { units }),
  };
}
