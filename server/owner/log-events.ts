import { type PageEvent, lastBefore, logPage } from '#db/queries/log.ts';
import { bookingsOfReference } from '#db/queries/bookings/by-reference.ts';
import type { Store } from '#db/store.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { instantOf } from '#events/business-time.ts';
import { eventShapes } from '#events/registry.ts';
import { addDays, isCivilDate } from '#shared/civil-date.ts';
import type { EventsPage, EventsQuery, LogEvent } from '#shared/owner/log-events.ts';
import { factsOf } from './event-facts.ts';

const PAGE = 50;

const TYPES = Object.keys(eventShapes).toSorted();

interface Parts {
  readonly store: Pick<Store, 'position' | 'db'>;
  readonly config: { readonly timeZone: string };
}

/** A booking's reference stands for its stream, too. */
export async function streamNamed({ store }: Pick<Parts, 'store'>, name: string): Promise<string> {
  const [booking] = await bookingsOfReference(store.db, name);
  return booking === undefined ? name : bookingStream(booking.id).name;
}

/** Newest first. */
export async function logEvents({ store, config }: Parts, query: EventsQuery): Promise<EventsPage> {
  const { type, from, to, before = Infinity } = query;
  const stream = query.stream === undefined ? undefined : await streamNamed({ store }, query.stream);
  const lastBeforeDate = async (date: string) =>
    isCivilDate(date) ? lastBefore(store.db, instantOf(date, 0, config.timeZone)) : null;
  const after = from === undefined ? 0 : ((await lastBeforeDate(from)) ?? 0);
  const last = to === undefined ? null : await lastBeforeDate(addDays(to, 1));
  const end = Math.min(before, last === null ? Number.MAX_SAFE_INTEGER : last + 1);
  const found = await logPage(store.db, { type, stream, after, before: end }, PAGE + 1);
  return {
    events: found.slice(0, PAGE).map(shownEvent),
    hasOlder: found.length > PAGE,
    position: store.position,
    types: TYPES,
  };
}

export function shownEvent({ version, event }: PageEvent): LogEvent {
  const { position, stream, type, at, data } = event;
  return { position, stream, type, version, at, facts: factsOf(data) };
}
