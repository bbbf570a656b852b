import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Clock } from '../clock.ts';
import { backoff } from './backoff.ts';
import { Park, TryLater, type Worker, type WorkerDependencies } from './worker.ts';

const PAGE = 100;

type EventOf<Type> = Recorded<Extract<DomainEvent, { type: Type }>>;

/** A worker that turns events into effects, in log order, each at least once. */
export interface Follower<Type extends DomainEvent['type']> {
  /** Names its checkpoint. */
  readonly name: string;
  readonly types: readonly Type[];
  /** When an event can be handled, in milliseconds, if not at once. Must not go down from event to event. */
  dueAt?(event: EventOf<Type>): number;
  /**
   * Carries the effect out. A crash after it repeats it, so its key must come from the event. Throws `Park` when trying
   * again is useless; any other error is tried again, for ever, ever more rarely, and not before a `TryLater` allows. When
   * the signal aborts, waiting for others may end: the event is handled again at the next start.
   */
  handle(event: EventOf<Type>, dependencies: WorkerDependencies, signal: AbortSignal): Promise<void>;
}

/** Resolves when events of these types are committed, or the signal aborts. Call before reading, await after. */
function nextCommit(
  { store }: WorkerDependencies,
  types: ReadonlySet<string>,
  signal: AbortSignal,
): { happened: Promise<void>; forget: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = store.onCommit((events) => {
    if (events.some((event) => types.has(event.type))) resolve();
  });
  const abort = () => resolve();
  signal.addEventListener('abort', abort, { once: true });
  const forget = () => {
    stop();
    signal.removeEventListener('abort', abort);
  };
  return { happened: promise, forget };
}

async function waitUntil(clock: Clock, at: number, signal: AbortSignal): Promise<void> {
  while (clock.now() < at && !signal.aborted) await clock.wait(at - clock.now(), signal);
}

async function handleOne<Type extends DomainEvent['type']>(
  follower: Follower<Type>,
  event: EventOf<Type>,
  dependencies: WorkerDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = dependencies;
  const due = follower.dueAt?.(event) ?? 0;
  if (clock.now() < due) await waitUntil(clock, due, signal);
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      await follower.handle(event, dependencies, signal);
      return;
    } catch (error) {
      const facts = { err: error, worker: follower.name, position: event.position, event: event.id, failures };
      if (error instanceof Park) {
        log.error(facts, 'work parked');
        return;
      }
      log.warn(facts, 'work failed, will be tried again');
      if (error instanceof TryLater) await waitUntil(clock, clock.now() + error.afterMs, signal);
      await clock.wait(backoff(failures), signal);
    }
  }
}

/** Follows the log from the follower's checkpoint until the signal aborts. */
export function follow<Type extends DomainEvent['type']>(follower: Follower<Type>): Worker {
  return async (dependencies, signal) => {
    const { store } = dependencies;
    const types = new Set<string>(follower.types);
    const read = store.readerOf(follower.types);
    let position = store.checkpoints.get(follower.name);
    while (!signal.aborted) {
      const commit = nextCommit(dependencies, types, signal);
      const events = read(position, PAGE) as EventOf<Type>[];
      for (const event of events) {
        await handleOne(follower, event, dependencies, signal);
        if (signal.aborted) break;
        position = event.position;
        store.checkpoints.set(follower.name, position);
        // Visitors come between: a long backlog with little to do would keep them waiting to its end.
        await nextTurn();
      }
      if (events.length < PAGE && !signal.aborted) await commit.happened;
      commit.forget();
    }
  };
}
