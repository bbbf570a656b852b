import { Link } from '@tanstack/react-router';
import type { CivilDate } from '#shared/civil-date.ts';
import { buttonClass } from '../../components/button.tsx';
import { ScheduleLink } from './schedule-link.tsx';

interface Parts {
  readonly date: CivilDate;
  readonly today: CivilDate;
}

/** What else can be done about a day; one link an entry. */
export function DayActions({ date, today }: Parts) {
  return (
    <ul className="no-print mt-6 flex flex-wrap gap-3" aria-label="More about this day">
      {date < today ? null : (
        <>
          <li>
            <Link to="/app/admin/schedule/book" search={{ date }} className={buttonClass()}>
              Book by phone
            </Link>
          </li>
          <li>
            <Link to="/app/admin/schedule/close" search={{ first: date }} className={buttonClass()}>
              Close several days
            </Link>
          </li>
        </>
      )}
      <li>
        <Link to="/app/admin/schedule/sheet" search={{ date }} className={buttonClass()}>
          Print the day
        </Link>
      </li>
      <li>
        <Link to="/app/admin/schedule/calendar" className={buttonClass()}>
          Phone calendar
        </Link>
      </li>
      <li>
        <ScheduleLink view="week" date={date} className={buttonClass()}>
          See the week
        </ScheduleLink>
      </li>
    </ul>
  );
}
