import { createFileRoute } from '@tanstack/react-router';
import type { CivilDate } from '#shared/civil-date.ts';
import { DaySheet } from '../../../../owner/schedule/day-sheet.tsx';
import { ScheduleLink, isShownDate } from '../../../../owner/schedule/schedule-link.tsx';
import { Button, buttonClass } from '../../../../components/page.tsx';
import { readQuery } from '../../../../shell/query/query-client.ts';
import { ownerPage } from '../../../../shell/signed-in-page.tsx';

/** An invalid date is ignored. */
function readSheetSearch({ date }: Readonly<Record<string, unknown>>): { readonly date?: CivilDate } {
  return isShownDate(date) ? { date } : {};
}

export const Route = createFileRoute('/app/admin/schedule/sheet')({
  validateSearch: readSheetSearch,
  loaderDeps: ({ search }) => ({ query: readSheetSearch({ ...search }) }),
  ...ownerPage('Day sheet', ['text', 'control', 'text', 'text']),
  loader: async ({ context: { queryClient, rpc }, deps: { query } }) => ({
    // Customers book, move and cancel until the owner leaves for the visits.
    day: await queryClient.fetchQuery(readQuery(rpc, 'daySheet', query, { staleTime: 0 })),
  }),
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
