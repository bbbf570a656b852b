import { createFileRoute } from '@tanstack/react-router';
import { postedOf, PostedRefusal } from '../../../../account/forms/failure.tsx';
import { CalendarAddress } from '../../../../owner/schedule/calendar-address.tsx';
import { ScheduleLink } from '../../../../owner/schedule/schedule-link.tsx';
import { PageHeading, textLinkClass } from '../../../../components/page.tsx';
import { readQuery } from '../../../../shell/query/query-client.ts';
import { ownerPage } from '../../../../shell/signed-in-page.tsx';

export const Route = createFileRoute('/app/admin/schedule/calendar')({
  ...ownerPage('Phone calendar', ['text', 'control']),
  loader: async ({ context: { queryClient, rpc, flash } }) => ({
    feed: await queryClient.fetchQuery(readQuery(rpc, 'calendarFeed', undefined)),
    posted: postedOf(flash),
  }),
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
      <PostedRefusal posted={posted} />
      <CalendarAddress url={feed.url} />
      <p className="mt-8">
        <ScheduleLink view="day" className={textLinkClass}>
          Back to the schedule
        </ScheduleLink>
      </p>
    </>
  );
}
