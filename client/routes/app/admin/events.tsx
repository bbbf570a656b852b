import { createFileRoute } from '@tanstack/react-router';
import type { EventsQuery } from '#shared/owner/log-events.ts';
import { zoneName } from '#shared/time-zone.ts';
import { FollowedEvents, isFiltered, readEventsQuery } from '../../../owner/events/followed-events.tsx';
import { PageHeading, Button, TextLink } from '../../../components/page.tsx';
import { readQuery } from '../../../shell/query/query-client.ts';
import { ownerPage } from '../../../shell/signed-in-page.tsx';
import { SelectField, TextField } from '../../../components/fields/inputs.tsx';
import { eventWords } from '../../../wording/event-words.ts';
import { FilterBar } from '../../../owner/filter-bar.tsx';

export const Route = createFileRoute('/app/admin/events')({
  validateSearch: (raw: Record<string, unknown>): EventsQuery => readEventsQuery(raw),
  loaderDeps: ({ search }) => ({ query: readEventsQuery({ ...search }) }),
  ...ownerPage('Events', ['control', 'text', 'text', 'text', 'text']),
  loader: async ({ context: { queryClient, rpc }, deps: { query } }) => ({
    query,
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

function EventsFilter({ query, types }: { readonly query: EventsQuery; readonly types: readonly string[] }) {
  const { type = '', stream = '', from = '', to = '' } = query;
  const known = type === '' || types.includes(type) ? types : [type, ...types];
  return (
    <FilterBar page="/app/admin/events" read={readEventsQuery}>
      <div className="min-w-0 max-sm:w-full">
        <SelectField
          name="type"
          label="Event"
          prompt="Every event"
          options={known.map((value) => ({ value, label: eventWords(value) }))}
          defaultValue={type}
          required={false}
        />
      </div>
      <div className="grow max-sm:w-full sm:max-w-80">
        <TextField
          name="stream"
          label="Stream or reference"
          defaultValue={stream}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          required={false}
        />
      </div>
      <div className="max-w-full min-w-0 max-sm:grow max-sm:basis-36">
        <TextField name="from" label="From" type="date" defaultValue={from} required={false} />
      </div>
      <div className="max-w-full min-w-0 max-sm:grow max-sm:basis-36">
        <TextField name="to" label="Through" type="date" defaultValue={to} required={false} />
      </div>
      <Button type="submit">Apply</Button>
      {isFiltered(query) ? <TextLink to="/app/admin/events">Show every event</TextLink> : null}
    </FilterBar>
  );
}
