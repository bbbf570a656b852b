import type { EventsBatch, EventsPage, EventsQuery } from '#shared/owner/log-events.ts';
import { useHydrated, useRouteContext, useRouter } from '@tanstack/react-router';
import { useReducer, useState } from 'react';
import { isAccessRefusal } from '#shared/account/page-access.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { Button } from '../../components/actions.tsx';
import { useWatch } from '../../shell/rpc/use-watch.ts';
import { EventsPager, EventsTable } from './events-table.tsx';

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
