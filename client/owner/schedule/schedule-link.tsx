import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ScheduleQuery } from '#shared/owner/schedule.ts';
import { scheduleSearch } from './schedule-search.ts';

interface Parts extends ScheduleQuery {
  readonly className: string;
  readonly hash?: string;
  readonly 'aria-current'?: 'true' | 'date' | undefined;
  readonly children: ReactNode;
}

export function ScheduleLink({ view, date, ...link }: Parts) {
  const search = scheduleSearch(date === undefined ? { view } : { view, date });
  return <Link to="/app/admin/schedule" search={search} activeOptions={{ exact: true }} {...link} />;
}
