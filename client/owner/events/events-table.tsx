import { formatCount } from '#shared/format-count.ts';
import { clockTime } from '#shared/time-zone.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import type { EventsPage, EventsQuery, LogEvent } from '#shared/owner/log-events.ts';
import { ButtonLink, LoneLink } from '../../components/actions.tsx';
import { EmptyState } from '../../components/notices/empty-state.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { eventWords, factWords } from '../../wording/event-words.ts';
import { dayOf } from '../../wording/slot-words.ts';
import { isCivilDate } from '#shared/civil-date.ts';

interface Parts {
  readonly events: readonly LogEvent[];
  readonly query: EventsQuery;
  readonly timeZone: string;
}

export function EventsTable({ events, query, timeZone }: Parts) {
  if (events.length === 0) {
    const isSwapped = query.from !== undefined && query.to !== undefined && query.from > query.to;
    return isSwapped ? (
      <EmptyState heading="h2" title="The first day is after the last one">
        Swap them, then apply again.
      </EmptyState>
    ) : (
      <EmptyState heading="h2" title="No events found">
        Try another event, a longer time, or every stream.
      </EmptyState>
    );
  }
  return (
    <Table
      caption={events.length === 1 ? 'One event' : `${events.length} events, newest first`}
      columns={columnsFor(timeZone)}
      rows={events}
      keyOf={({ position }) => String(position)}
    />
  );
}

function columnsFor(timeZone: string): Column<LogEvent>[] {
  return [
    {
      title: 'Event',
      cell: ({ type, facts }) => (
        <span className="block sm:min-w-56">
          <span>{eventWords(type)}</span>
          {facts.length > 0 ? (
            <span className="block max-w-prose text-sm font-normal wrap-anywhere text-pencil">
              {facts.map((fact) => factWords(fact, timeZone)).join('; ')}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      title: 'Recorded',
      cell: ({ at }) => (
        <time
          dateTime={new Date(at).toISOString()}
          className="sm:whitespace-nowrap"
        >{`${dayOf(at, timeZone)}, ${clockTime(at, timeZone)}`}</time>
      ),
    },
    {
      title: 'Stream',
      cell: ({ stream }) => (
        <span className="flex min-w-0 flex-wrap gap-x-4 wrap-anywhere sm:min-w-40">
          <LoneLink to="/app/admin/events" search={{ stream }}>
            {stream}
          </LoneLink>
          <BookingOf stream={stream} />
        </span>
      ),
    },
    { title: 'Position', cell: ({ position }) => formatCount(position), isNumeric: true },
    { title: 'Version', cell: ({ version }) => version, isNumeric: true },
  ];
}

const BOOKING = 'booking-';

function BookingOf({ stream }: Pick<LogEvent, 'stream'>) {
  if (!stream.startsWith(BOOKING)) return null;
  const eventId = stream.slice(BOOKING.length);
  return (
    <LoneLink to="/app/admin/bookings/$eventId" params={{ eventId }}>{`Booking ${referenceOf(eventId)}`}</LoneLink>
  );
}

interface Pager {
  readonly page: Pick<EventsPage, 'events' | 'hasOlder'>;
  readonly query: EventsQuery;
}

export function EventsPager({ page: { events, hasOlder }, query }: Pager) {
  const { before, ...filter } = query;
  const last = events.at(-1);
  if (before === undefined && !hasOlder) return null;
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      {before === undefined ? null : (
        <ButtonLink to="/app/admin/events" search={filter}>
          Newest events
        </ButtonLink>
      )}
      {hasOlder && last ? (
        <ButtonLink to="/app/admin/events" search={{ ...filter, before: last.position }} rel="next">
          Older events
        </ButtonLink>
      ) : null}
    </nav>
  );
}

function text(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longest) : null;
}

function position(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 ? number : null;
}

/** Empty and invalid values are ignored. */
export function readEventsQuery(raw: Readonly<Record<string, unknown>>): EventsQuery {
  const type = text(raw['type'], 64);
  const stream = text(raw['stream'], 200);
  const { from, to } = raw;
  const before = position(raw['before']);
  return {
    ...(type !== null && { type }),
    ...(stream !== null && { stream }),
    ...(isCivilDate(from) && { from }),
    ...(isCivilDate(to) && { to }),
    ...(before !== null && { before }),
  };
}

export function isFiltered({ before: _before, ...filter }: EventsQuery): boolean {
  return Object.keys(filter).length > 0;
}
