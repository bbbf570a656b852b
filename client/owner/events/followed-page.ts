import type { EventsBatch, EventsPage } from '#shared/owner/log-events.ts';

/** Most events that a followed page shows. */
const MOST = 200;

/** The part of a page that changes while the log is followed. */
export type FollowedPage = Pick<EventsPage, 'events' | 'hasOlder' | 'position'>;

/**
 * Adds a line of the stream. Events that are left out are older than all that are shown, so that the link to older events leads to
 * them.
 */
export function withBatch(page: FollowedPage, { position, events, isGap }: EventsBatch): FollowedPage {
  // A repeated line, after the stream was opened again, adds nothing.
  const fresh = events.filter((event) => event.position > page.position);
  const all = isGap ? fresh : [...fresh, ...page.events];
  return {
    events: all.length > MOST ? all.slice(0, MOST) : all,
    hasOlder: page.hasOlder || isGap || all.length > MOST,
    position: Math.max(page.position, position),
  };
}
