import { type PageEvent, lastBefore, logPage } from '#db/queries/log.ts';
import { bookingsOfReference } from '#db/queries/bookings/bookings.ts';
import type { Store } from '#db/store.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { instantOf } from '#events/business-time.ts';
import { eventShapes } from '#events/registry.ts';
import { addDays, isCivilDate } from '#shared/civil-date.ts';
import type {
  EventsBatch,
  EventsFilter,
  EventsPage,
  EventsQuery,
  LogEvent,
  LogFact,
} from '#shared/owner/log-events.ts';
import type { Clock } from '../process/clock.ts';

const PAGE = 50;

const TYPES = Object.keys(eventShapes).toSorted();

interface Parts {
  readonly store: Pick<Store, 'position' | 'db'>;
  readonly config: { readonly timeZone: string };
}

/** A booking's reference stands for its stream, too. */
async function streamNamed({ store }: Pick<Parts, 'store'>, name: string): Promise<string> {
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

function shownEvent({ version, event }: PageEvent): LogEvent {
  const { position, stream, type, at, data } = event;
  return { position, stream, type, version, at, facts: factsOf(data) };
}

/** Ids, dates and names of states. Free text and email addresses do not match. */
const ONE_WORD = /^[\w.:-]{1,80}$/;

const MOST_VALUES = 12;

/** Without personal data: values of one word, by name; those of an object by `object.name`. */
function factsOf(data: object, prefix = ''): LogFact[] {
  return Object.entries(data).flatMap(([key, value]: [string, unknown]) => {
    const name = prefix + key;
    if (key === 'personal') return [];
    if (typeof value === 'number' || typeof value === 'boolean') return [{ name, value }];
    if (typeof value === 'string') return ONE_WORD.test(value) ? [{ name, value }] : [];
    if (Array.isArray(value)) return listed(name, value);
    return typeof value === 'object' && value !== null ? factsOf(value, `${name}.`) : [];
  });
}

function listed(name: string, values: readonly unknown[]): LogFact[] {
  const words = values.filter((each) => typeof each === 'string' && ONE_WORD.test(each));
  if (words.length === 0) return [];
  const rest = words.length > MOST_VALUES ? [`${words.length - MOST_VALUES} more`] : [];
  return [{ name, value: [...words.slice(0, MOST_VALUES), ...rest].join(', ') }];
}

/** Proxies close silent connections. */
const SILENCE_MS = 15_000;

/** Least time between two lines. */
const PAUSE_MS = 1000;

const MOST = 50;

interface LiveParts {
  readonly store: Pick<Store, 'position' | 'onCommit' | 'db'>;
  readonly clock: Clock;
}

interface From extends EventsFilter {
  readonly after: number;
}

/** Old events, then new ones, at most `MOST` each second, until the signal aborts. */
export async function* liveEvents(
  { store, clock }: LiveParts,
  { after, type, stream }: From,
  signal: AbortSignal,
): AsyncGenerator<EventsBatch, void, void> {
  let waking = new AbortController();
  // An abort without a reason creates an error with a stack.
  const wake = () => waking.abort('awake');
  const stop = store.onCommit(wake);
  signal.addEventListener('abort', wake);
  try {
    const filter = { type, stream: stream === undefined ? undefined : await streamNamed({ store }, stream) };
    for (let position = after; !signal.aborted;) {
      const end = store.position;
      const found = await logPage(store.db, { ...filter, after: position, before: end + 1 }, MOST + 1);
      position = end;
      yield { position, events: found.slice(0, MOST).map(shownEvent), isGap: found.length > MOST };
      await clock.wait(PAUSE_MS, signal);
      waking = new AbortController();
      if (store.position === position && !signal.aborted) await clock.wait(SILENCE_MS, waking.signal);
    }
  } finally {
    stop();
    signal.removeEventListener('abort', wake);
  }
}
