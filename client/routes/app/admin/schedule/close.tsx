import { WHOLE_DAY } from '#shared/booking/session-type.ts';
import { createFileRoute } from '@tanstack/react-router';
import { rangeFault } from '#shared/owner/schedule.ts';
import { postedOf, PostedRefusal } from '../../../../account/forms/failure.tsx';
import { ClosureForm, ClosurePlan } from '../../../../owner/schedule/closure-plan.tsx';
import { type DatesSearch, ScheduleLink, readDatesSearch } from '../../../../owner/schedule/schedule-link.tsx';
import { PageHeading, loneLinkClass } from '../../../../components/page.tsx';
import { readQuery } from '../../../../shell/query/query-client.ts';
import { ownerPage } from '../../../../shell/signed-in-page.tsx';

export const Route = createFileRoute('/app/admin/schedule/close')({
  validateSearch: (raw: Record<string, unknown>): DatesSearch => readDatesSearch(raw),
  loaderDeps: ({ search }) => ({ dates: readDatesSearch({ ...search }) }),
  ...ownerPage('Close days', ['control', 'control', 'text']),
  loader: async ({ context: { queryClient, rpc, flash }, deps: { dates } }) => {
    const { first, last, units = WHOLE_DAY } = dates;
    const query = first && last && rangeFault({ first, last }) === null ? { first, last, units } : null;
    const plan = query && (await queryClient.fetchQuery(readQuery(rpc, 'closurePlan', query, { staleTime: 0 })));
    return { dates, plan, posted: postedOf(flash) };
  },
  component: CloseDays,
});

function CloseDays() {
  const { dates, plan, posted } = Route.useLoaderData();
  return (
    <>
      <PageHeading title="Close days" lead="Vacation, a day off, a busy afternoon: time that customers can’t book." />
      <PostedRefusal posted={posted} />
      <ClosureForm key={JSON.stringify(dates)} dates={dates} />
      {plan ? <ClosurePlan plan={plan} /> : null}
      <p className="mt-8">
        <ScheduleLink view="day" {...(dates.first && { date: dates.first })} className={loneLinkClass}>
          Back to the schedule
        </ScheduleLink>
      </p>
    </>
  );
}
