import { createFileRoute } from '@tanstack/react-router';
import { zoneName } from '#shared/time-zone.ts';
import { BookingFinder } from '../../../../owner/bookings/bookings-filter.tsx';
import { ScheduleDays } from '../../../../owner/schedule/schedule-days.tsx';
import { ScheduleMonth } from '../../../../owner/schedule/schedule-month.tsx';
import { PageHeading, buttonClass, Sign } from '../../../../components/page.tsx';
import { readQuery } from '../../../../shell/query/query-client.ts';
import { periodWords } from '../../../../wording/schedule.ts';
import { ownerPage } from '../../../../shell/signed-in-page.tsx';
import { type CivilDate, addDays, addMonths, monthOf } from '#shared/civil-date.ts';
import { SCHEDULE_DATES, SCHEDULE_VIEWS, type Schedule, type ScheduleView } from '#shared/owner/schedule.ts';
import {
  ScheduleLink,
  type ScheduleSearch,
  readScheduleQuery,
  scheduleSearch,
} from '../../../../owner/schedule/schedule-link.tsx';

export const Route = createFileRoute('/app/admin/schedule/')({
  validateSearch: (raw: Record<string, unknown>): ScheduleSearch => scheduleSearch(readScheduleQuery(raw)),
  loaderDeps: ({ search }) => ({ query: readScheduleQuery({ ...search }) }),
  ...ownerPage('Schedule', ['control', 'text', 'control', 'control']),
  loader: async ({ context: { queryClient, rpc }, deps: { query } }) => ({
    schedule: await queryClient.fetchQuery(readQuery(rpc, 'schedule', query, { staleTime: 0 })),
  }),
  component: SchedulePage,
});

function SchedulePage() {
  const { schedule } = Route.useLoaderData();
  const { timeZone } = Route.useRouteContext().site;
  const { view, date, today, days, month } = schedule;
  return (
    <>
      <PageHeading title="Schedule" />
      <ScheduleNav schedule={schedule} />
      {view === 'month' ? <ScheduleMonth month={month} date={date} today={today} /> : null}
      <section aria-labelledby="day">
        <h2 id="day" className="mb-3 scroll-mt-4 text-2xl">
          {periodWords(view === 'month' ? 'day' : view, date, today)}
        </h2>
        <ScheduleDays days={days} today={today} timeZone={timeZone} view={view} />
      </section>
      <div className="mt-8">
        <BookingFinder />
      </div>
      <p className="mt-6 text-sm text-pencil">{`Times are ${zoneName(timeZone)}.`}</p>
    </>
  );
}

const VIEW_NAMES: Readonly<Record<ScheduleView, string>> = { day: 'Day', week: 'Week', month: 'Month' };

/** A month that contains today is opened at today. */
function shifted(view: ScheduleView, date: CivilDate, by: 1 | -1, today: CivilDate): CivilDate {
  if (view === 'day') return addDays(date, by);
  if (view === 'week') return addDays(date, 7 * by);
  const month = addMonths(monthOf(date), by);
  return month === monthOf(today) ? today : `${month}-01`;
}

function ScheduleNav({ schedule: { view, date, today } }: { readonly schedule: Schedule }) {
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
