import { createFileRoute } from '@tanstack/react-router';
import type { EventsQuery } from '#shared/owner/log-events.ts';
import { zoneName } from '#shared/time-zone.ts';
import { EventsFilter } from '../../../owner/events/events-filter.tsx';
import { readEventsQuery } from '../../../owner/events/events-search.ts';
import { FollowedEvents } from '../../../owner/events/followed-events.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { readQuery } from '../../../shell/query/read-query.ts';
import { ownerPage } from '../../../shell/signed-in-page.tsx';

export const Route = createFileRoute('/app/admin/events')({
  validateSearch: (raw: Record<string, unknown>): EventsQuery => readEventsQuery(raw),
  loaderDeps: ({ search }) => ({ query: readEventsQuery({ ...search }) }),
  ...ownerPage('Events', ['control', 'text', 'text', 'text', 'text']),
  loader: async ({ context: { queryClient, rpc }, deps: { query } }) => ({
    query,
    // Events are recorded at any time.
    page: await queryClient.fetchQuery(readQuery(rpc, 'logEvents', query, { staleTime: 0 })),
  }),
  component: Events,
});

function Events() {
  const { query, page } = Route.useLoaderData();
  const { site } = Route.useRouteContext();
  return (
    <>
      <PageHeading title="Events" />
      <p className="mb-6 max-w-prose text-pencil">
        Everything that has happened, with ids in place of customers’ details. Times are{' '}
        <span>{zoneName(site.timeZone)}</span>.
      </p>
      <EventsFilter key={JSON.stringify(query)} query={query} types={page.types} />
      <FollowedEvents
        key={`${JSON.stringify(query)} ${page.position}`}
        page={page}
        query={query}
        timeZone={site.timeZone}
      />
    </>
  );
}
