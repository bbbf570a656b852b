import { createFileRoute } from '@tanstack/react-router';
import { zoneName } from '#shared/time-zone.ts';
import { BookingFinder } from '../../../../owner/bookings/bookings-filter.tsx';
import { ScheduleDays } from '../../../../owner/schedule/schedule-days.tsx';
import { ScheduleMonth } from '../../../../owner/schedule/schedule-month.tsx';
import { ScheduleNav } from '../../../../owner/schedule/schedule-nav.tsx';
import { type ScheduleSearch, readScheduleQuery, scheduleSearch } from '../../../../owner/schedule/schedule-search.ts';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { readQuery } from '../../../../shell/query/read-query.ts';
import { periodWords } from '../../../../wording/schedule.ts';
import { ownerPage } from '../../../../shell/signed-in-page.tsx';

export const Route = createFileRoute('/app/admin/schedule/')({
  validateSearch: (raw: Record<string, unknown>): ScheduleSearch => scheduleSearch(readScheduleQuery(raw)),
  loaderDeps: ({ search }) => ({ query: readScheduleQuery({ ...search }) }),
  ...ownerPage('Schedule', ['control', 'text', 'control', 'control']),
  loader: async ({ context: { queryClient, rpc }, deps: { query } }) => ({
    // Customers book, move and cancel at any time.
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
