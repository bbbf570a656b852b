import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ScheduleQuery } from '#shared/owner/schedule.ts';
import { scheduleSearch } from './schedule-search.ts';

interface Parts extends ScheduleQuery {
  readonly className: string;
  /** The id of the part of the page to scroll to. */
  readonly hash?: string;
  /** Set on the link to what is shown now. */
  readonly 'aria-current'?: 'true' | 'date' | undefined;
  readonly children: ReactNode;
}

/** A link to another view or time of the schedule. */
export function ScheduleLink({ view, date, ...link }: Parts) {
  const search = scheduleSearch(date === undefined ? { view } : { view, date });
  return <Link to="/app/admin/schedule" search={search} activeOptions={{ exact: true }} {...link} />;
}
