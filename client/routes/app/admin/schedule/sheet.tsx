import { createFileRoute } from '@tanstack/react-router';
import type { CivilDate } from '#shared/civil-date.ts';
import { SHEET_PATH } from '#shared/owner/schedule.ts';
import { DaySheet } from '../../../../owner/schedule/day-sheet.tsx';
import { readDatesSearch } from '../../../../owner/schedule/schedule-search.ts';
import { ScheduleLink } from '../../../../owner/schedule/schedule-link.tsx';
import { Button, buttonClass } from '../../../../components/button.tsx';
import { Skeleton } from '../../../../components/skeleton.tsx';
import { pageHead } from '../../../../shell/page-head.ts';
import { readQuery } from '../../../../shell/query/read-query.ts';
import { AdminError } from '../../../../shell/screens/app-error.tsx';
import { guard } from '../../../../shell/session.ts';

interface SheetSearch {
  readonly date?: CivilDate;
}

/** An invalid date is ignored. */
function readSheetSearch({ date }: Readonly<Record<string, unknown>>): SheetSearch {
  const { first } = readDatesSearch({ first: date });
  return { ...(first !== undefined && { date: first }) };
}

export const Route = createFileRoute('/app/admin/schedule/sheet')({
  validateSearch: (raw: Record<string, unknown>): SheetSearch => readSheetSearch(raw),
  loaderDeps: ({ search }) => ({ query: readSheetSearch({ ...search }) }),
  beforeLoad: guard,
  loader: async ({ context: { queryClient, rpc }, deps: { query } }) => ({
    // Customers book, move and cancel until the owner leaves for the visits.
    day: await queryClient.fetchQuery(readQuery(rpc, 'daySheet', query, { staleTime: 0 })),
  }),
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: SHEET_PATH,
      title: 'Day sheet',
      description: 'The visits of a day, to print.',
      isIndexed: false,
    }),
  pendingComponent: () => <Skeleton says="One moment…" lines={['title', 'text', 'control', 'text', 'text']} />,
  errorComponent: AdminError,
  component: SheetPage,
});

function SheetPage() {
  const { day } = Route.useLoaderData();
  return (
    <>
      <DaySheet day={day} />
      <div className="no-print mt-6 flex flex-wrap items-center gap-3">
        <Button look="primary" className="needs-script" onClick={() => print()}>
          Print it
        </Button>
        <noscript>
          <p>Print it with your browser’s own command.</p>
        </noscript>
        <ScheduleLink view="day" date={day.date} className={buttonClass()}>
          Back to the schedule
        </ScheduleLink>
      </div>
    </>
  );
}
