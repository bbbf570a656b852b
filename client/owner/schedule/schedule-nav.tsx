import { type CivilDate, addDays, addMonths, monthOf } from '#shared/civil-date.ts';
import { SCHEDULE_DATES, SCHEDULE_VIEWS, type Schedule, type ScheduleView } from '#shared/owner/schedule.ts';
import { buttonClass } from '../../components/button.tsx';
import { Sign } from '../../components/sign.tsx';
import { ScheduleLink } from './schedule-link.tsx';

const VIEW_NAMES: Readonly<Record<ScheduleView, string>> = { day: 'Day', week: 'Week', month: 'Month' };

/** The date that the next or previous page shows. A month that contains today is opened at today. */
function shifted(view: ScheduleView, date: CivilDate, by: 1 | -1, today: CivilDate): CivilDate {
  if (view === 'day') return addDays(date, by);
  if (view === 'week') return addDays(date, 7 * by);
  const month = addMonths(monthOf(date), by);
  return month === monthOf(today) ? today : `${month}-01`;
}

/** Links to the other views, and to the time before and after. */
export function ScheduleNav({ schedule: { view, date, today } }: { readonly schedule: Schedule }) {
  const [before, after] = [shifted(view, date, -1, today), shifted(view, date, 1, today)];
  return (
    <div className="no-print mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <nav aria-label="Views">
        <ul className="flex flex-wrap gap-x-5">
          {SCHEDULE_VIEWS.map((each) => (
            <li key={each}>
              <ScheduleLink
                view={each}
                date={date}
                aria-current={each === view ? 'true' : undefined}
                className="inline-flex min-h-11 min-w-11 items-center justify-center underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:underline"
              >
                {VIEW_NAMES[each]}
              </ScheduleLink>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label="Time" className="flex flex-wrap gap-2">
        {before >= SCHEDULE_DATES.first ? (
          <ScheduleLink view={view} date={before} className={buttonClass()}>
            <Sign name="left" />
            <span className="sr-only">{`Previous ${view}`}</span>
          </ScheduleLink>
        ) : null}
        <ScheduleLink view={view} className={buttonClass()}>
          Today
        </ScheduleLink>
        {after <= SCHEDULE_DATES.last ? (
          <ScheduleLink view={view} date={after} className={buttonClass()}>
            <Sign name="right" />
            <span className="sr-only">{`Next ${view}`}</span>
          </ScheduleLink>
        ) : null}
      </nav>
    </div>
  );
}
