import { createFileRoute } from '@tanstack/react-router';
import { CALENDAR_PATH } from '#shared/owner/schedule.ts';
import { postedOf } from '../../../../account/forms/failure.ts';
import { PostedRefusal } from '../../../../account/forms/failure-notice.tsx';
import { CalendarAddress } from '../../../../owner/schedule/calendar-address.tsx';
import { ScheduleLink } from '../../../../owner/schedule/schedule-link.tsx';
import { PageHeading } from '../../../../components/page-heading.tsx';
import { Skeleton } from '../../../../components/skeleton.tsx';
import { textLinkClass } from '../../../../components/text-link.tsx';
import { pageHead } from '../../../../shell/page-head.ts';
import { readQuery } from '../../../../shell/query/read-query.ts';
import { AdminError } from '../../../../shell/screens/app-error.tsx';
import { guard } from '../../../../shell/session.ts';

export const Route = createFileRoute('/app/admin/schedule/calendar')({
  beforeLoad: guard,
  loader: async ({ context: { queryClient, rpc, flash } }) => ({
    feed: await queryClient.fetchQuery(readQuery(rpc, 'calendarFeed', undefined)),
    posted: postedOf(flash),
  }),
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: CALENDAR_PATH,
      title: 'Phone calendar',
      description: 'Your visits in the calendar of your phone.',
      isIndexed: false,
    }),
  pendingComponent: () => <Skeleton says="One moment…" lines={['title', 'text', 'control']} />,
  errorComponent: AdminError,
  component: CalendarPage,
});

function CalendarPage() {
  const { feed, posted } = Route.useLoaderData();
  return (
    <>
      <PageHeading
        title="Your visits in your phone’s calendar"
        lead="A secret address that your calendar reads by itself, several times a day."
      />
      <PostedRefusal posted={posted} forms={['makeCalendarFeed', 'removeCalendarFeed']} />
      <CalendarAddress url={feed.url} />
      <p className="mt-8">
        <ScheduleLink view="day" className={textLinkClass}>
          Back to the schedule
        </ScheduleLink>
      </p>
    </>
  );
}
