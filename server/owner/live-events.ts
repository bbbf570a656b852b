import { logPage } from '#db/queries/log.ts';
import type { Store } from '#db/store.ts';
import type { EventsBatch, EventsFilter } from '#shared/owner/log-events.ts';
import type { Clock } from '../process/clock.ts';
import { shownEvent, streamNamed } from './log-events.ts';

/** Proxies close silent connections. */
const SILENCE_MS = 15_000;

/** Least time between two lines. */
const PAUSE_MS = 1000;

const MOST = 50;

interface Parts {
  readonly store: Pick<Store, 'position' | 'onCommit' | 'db'>;
  readonly clock: Clock;
}

interface From extends EventsFilter {
  readonly after: number;
}

/** Old events, then new ones, at most `MOST` each second, until the signal aborts. */
export async function* liveEvents(
  { store, clock }: Parts,
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
