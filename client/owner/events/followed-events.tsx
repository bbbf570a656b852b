import { useHydrated, useRouteContext, useRouter } from '@tanstack/react-router';
import { useReducer, useState } from 'react';
import { isAccessRefusal } from '#shared/account/account.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { formatCount } from '#shared/format-count.ts';
import { clockTime } from '#shared/time-zone.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import type { EventsBatch, EventsPage, EventsQuery, LogEvent } from '#shared/owner/log-events.ts';
import { Button, ButtonLink, LoneLink, EmptyState } from '../../components/page.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { eventWords, factWords } from '../../wording/event-words.ts';
import { dayOf } from '../../wording/slot-words.ts';
import { isCivilDate } from '#shared/civil-date.ts';
import { useWatch } from '../../shell/rpc/use-watch.ts';

interface Parts {
  readonly events: readonly LogEvent[];
  readonly query: EventsQuery;
  readonly timeZone: string;
}

function EventsTable({ events, query, timeZone }: Parts) {
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

function EventsPager({ page: { events, hasOlder }, query }: { page: FollowedPage; query: EventsQuery }) {
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

type State = 'off' | 'following' | 'paused' | 'reconnecting';

const STATE_WORDS: Readonly<Record<State, string>> = {
  off: '',
  following: 'Following. New events appear at the top.',
  paused: 'Paused. Nothing is missed: following goes on from here.',
  reconnecting: 'The connection was lost. Trying again…',
};

/** A browser with script can follow it live. */
export function FollowedEvents({ page, query, timeZone }: { page: EventsPage; query: EventsQuery; timeZone: string }) {
  const { rpc } = useRouteContext({ from: '/app/admin/events' });
  const router = useRouter();
  const isScripted = useHydrated();
  const [shown, add] = useReducer(withBatch, page);
  const [state, setState] = useState<State>('off');
  const isOn = state === 'following' || state === 'reconnecting';
  const { to, before, type, stream } = query;
  useWatch(
    {
      open: (signal) =>
        rpc.logEventsLive(
          { after: shown.position, ...(type !== undefined && { type }), ...(stream !== undefined && { stream }) },
          { signal },
        ),
      onChange(batch) {
        add(batch);
        setState('following');
      },
      onFailure(error) {
        const isRefused = error instanceof RpcError && isAccessRefusal(error.refusal);
        setState(isRefused ? 'off' : 'reconnecting');
        // The guard of the page redirects.
        if (isRefused) void router.invalidate();
        return isRefused;
      },
    },
    JSON.stringify(query),
    isOn,
  );
  return (
    <>
      {to === undefined && before === undefined ? (
        // Its space is reserved, so that no event moves.
        <div
          className={`mb-6 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden ${isScripted ? '' : 'invisible'}`}
        >
          <Button onClick={() => setState(isOn ? 'paused' : 'following')}>{isOn ? 'Pause' : 'Follow live'}</Button>
          <output className="text-pencil">{STATE_WORDS[state]}</output>
        </div>
      ) : null}
      <EventsTable events={shown.events} query={query} timeZone={timeZone} />
      <EventsPager page={shown} query={query} />
    </>
  );
}

const MOST = 200;

type FollowedPage = Pick<EventsPage, 'events' | 'hasOlder' | 'position'>;

/** Events that are left out are older than all shown ones, so the link to older events leads to them. */
export function withBatch(page: FollowedPage, { position, events, isGap }: EventsBatch): FollowedPage {
  // A reopened stream repeats lines.
  const fresh = events.filter((event) => event.position > page.position);
  const all = isGap ? fresh : [...fresh, ...page.events];
  return {
    events: all.length > MOST ? all.slice(0, MOST) : all,
    hasOlder: page.hasOlder || isGap || all.length > MOST,
    position: Math.max(page.position, position),
  };
}
