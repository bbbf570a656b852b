import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PostponedEvent } from '#db/log/checkpoints.ts';
import type { Place } from '#db/log/event-log.ts';
import { isUnableToSave, isWriteRefused } from '#db/disk/sqlite.ts';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { untilLook, waitFor } from '../clock.ts';
import { backoff, backoffCeiling } from './backoff.ts';
import { FailureRun } from './failure-run.ts';
import { type Attempt, TryLater, type Worker, type WorkerMeans } from './worker.ts';

/** Events whose places are read at once. */
const PAGE = 100;

/** Number of failing streams in a row that counts as a fault of the outside service. */
const SUSPICIOUS = 3;

/** The shortest interval, in milliseconds, at which writing the result is attempted while the disk accepts no writes. */
const DISK_LOOK_MS = 30_000;

type EventOf<Type> = Recorded<Extract<DomainEvent, { type: Type }>>;

/**
 * A worker that turns events into effects, each at least once. The events of one stream are a lane, handled in log order. A
 * failing event is postponed, with later events of its lane behind it, so that other lanes continue.
 */
export interface Follower<Type extends DomainEvent['type'], Means extends WorkerMeans = WorkerMeans> {
  /** Name of its checkpoint. */
  readonly name: string;
  readonly types: readonly Type[];
  /** When an event can be handled, in milliseconds, if not at once. Must not decrease from event to event. */
  dueAt?(event: EventOf<Type>, now: number): number;
  /**
   * Carries out the effect. A crash afterwards repeats it, so its idempotency key must be derived from the event. An error
   * postpones the event; it is attempted again without limit, with backoff, and not before a `TryLater` allows.
   */
  handle(event: EventOf<Type>, dependencies: Means, attempt: Attempt): Promise<void>;
}

/** An event that can be attempted, now or after this many milliseconds. */
interface Candidate extends PostponedEvent {
  readonly kind: 'first' | 'again';
  readonly inMs: number;
}

/** Follows the log from the follower's checkpoint until the signal aborts. */
export function follow<Type extends DomainEvent['type'], Means extends WorkerMeans = WorkerMeans>(
  follower: Follower<Type, Means>,
): Worker<Means> {
  return (dependencies, signal) => new Following(follower, dependencies, signal).run();
}

class Following<Type extends DomainEvent['type'], Means extends WorkerMeans = WorkerMeans> {
  readonly #follower: Follower<Type, Means>;
  readonly #dependencies: Means;
  readonly #signal: AbortSignal;
  readonly #types: ReadonlySet<string>;
  readonly #placesAfter;
  readonly #runs = {
    /** Failures of events that were never attempted before: they count sooner, because they say more about the service. */
    first: new FailureRun({ most: SUSPICIOUS, longestPauseMs: 15_000 }),
    again: new FailureRun({ most: SUSPICIOUS, longestPauseMs: 60_000 }),
    /** Failures that concern all events. */
    all: new FailureRun({ most: 1, longestPauseMs: backoffCeiling(Infinity) }),
  };
  /** The instant at which the clock's elapsed time was 0: due times are stored as instants, and waited for as durations. */
  readonly #epoch: number;
  /** Until when nothing is attempted, in elapsed time. */
  #pausedUntil = 0;
  #last: Candidate['kind'] = 'again';
  /** Events read ahead that were never attempted. */
  #ahead: Place[] = [];
  /** The position up to which they were read. */
  #readTo: number;

  constructor(follower: Follower<Type, Means>, dependencies: Means, signal: AbortSignal) {
    const { store, clock } = dependencies;
    this.#follower = follower;
    this.#dependencies = dependencies;
    this.#signal = signal;
    this.#types = new Set(follower.types);
    this.#placesAfter = store.placesOf(follower.types);
    this.#readTo = store.checkpoints.get(follower.name);
    store.checkpoints.follow(follower.name, follower.types);
    this.#epoch = clock.now() - clock.elapsed();
  }

  async run(): Promise<void> {
    const { store } = this.#dependencies;
    // The machine's clock may have been set back since they were postponed.
    store.checkpoints.hasten(this.#follower.name, this.#time() + backoffCeiling(Infinity));
    while (!this.#signal.aborted) {
      const news = this.#nextCommit();
      try {
        const candidate = await this.#choose();
        if (candidate?.inMs === 0) {
          await this.#try(candidate);
          // Yields to requests: a long backlog with little to do would block them until its end.
          await nextTurn();
        } else if (candidate) await this.#dependencies.clock.wait(candidate.inMs, news.signal);
        else await news.happened;
      } finally {
        news.forget();
      }
    }
  }

  /** Elapsed time as an instant. */
  #time(): number {
    return Math.round(this.#epoch + this.#dependencies.clock.elapsed());
  }

  /** Resolves when events of these types are committed, or the worker is stopped. Call it before reading. */
  #nextCommit() {
    const { store } = this.#dependencies;
    const news = new AbortController();
    const { promise: happened, resolve } = Promise.withResolvers<void>();
    news.signal.addEventListener('abort', () => resolve(), { once: true });
    const abort = () => news.abort();
    const stop = store.onCommit((events) => {
      if (events.some((event) => this.#types.has(event.type))) abort();
    });
    this.#signal.addEventListener('abort', abort, { once: true });
    const forget = () => {
      stop();
      this.#signal.removeEventListener('abort', abort);
    };
    return { signal: news.signal, happened, forget };
  }

  /** The next event to attempt: new and postponed ones alternate while both have one that can be attempted. */
  async #choose(): Promise<Candidate | null> {
    const first = await this.#nextFirst();
    const again = this.#nextAgain();
    if (!first || !again) return first ?? again;
    if (first.inMs === 0 && again.inMs === 0) return this.#last === 'first' ? again : first;
    return first.inMs <= again.inMs ? first : again;
  }

  #nextAgain(): Candidate | null {
    const postponed = this.#dependencies.store.checkpoints.nextPostponed(this.#follower.name);
    if (!postponed) return null;
    const inMs = Math.max(this.#pauseOf('again'), postponed.due - this.#time(), 0);
    return { ...postponed, kind: 'again', inMs };
  }

  /** The first event after the checkpoint whose lane is free. Earlier ones are queued in their lanes. */
  async #nextFirst(): Promise<Candidate | null> {
    const { checkpoints } = this.#dependencies.store;
    const { name } = this.#follower;
    for (let place = this.#firstAhead(); place; place = this.#firstAhead()) {
      const { position, stream: lane } = place;
      if (!checkpoints.isOccupied(name, lane)) {
        const inMs = Math.max(this.#pauseOf('first'), await this.#untilDue(position));
        return { position, lane, attempts: 0, due: 0, done: [], kind: 'first', inMs };
      }
      await this.#remember(() => checkpoints.queue(name, { position, lane }));
      if (this.#signal.aborted) return null;
      this.#ahead.shift();
      await nextTurn();
    }
    return null;
  }

  #firstAhead(): Place | undefined {
    if (this.#ahead.length === 0) {
      const { position } = this.#dependencies.store;
      this.#ahead = this.#placesAfter(this.#readTo, PAGE);
      this.#readTo = this.#ahead.length < PAGE ? position : this.#ahead.at(-1)!.position;
    }
    return this.#ahead[0];
  }

  #pauseOf(kind: Candidate['kind']): number {
    const elapsed = this.#dependencies.clock.elapsed();
    return Math.max(this.#pausedUntil - elapsed, this.#runs.all.left(elapsed), this.#runs[kind].left(elapsed), 0);
  }

  async #untilDue(position: number): Promise<number> {
    const { store, clock } = this.#dependencies;
    if (!this.#follower.dueAt) return 0;
    let event: EventOf<Type>;
    try {
      event = (await store.eventAt(position)) as EventOf<Type>;
    } catch {
      // The attempt that follows fails the same way, and reports why.
      return 0;
    }
    return untilLook(clock, this.#follower.dueAt(event, clock.now()));
  }

  async #try(candidate: Candidate): Promise<void> {
    const { store } = this.#dependencies;
    const { name } = this.#follower;
    const { kind, position } = candidate;
    this.#last = kind;
    const done = new Set(candidate.done);
    try {
      const event = (await store.eventAt(position)) as EventOf<Type>;
      await this.#follower.handle(event, this.#dependencies, {
        signal: this.#signal,
        failures: candidate.attempts,
        done,
      });
    } catch (error) {
      if (!this.#signal.aborted) await this.#stepAside({ ...candidate, done: [...done] }, error);
      return;
    }
    // An attempt that was running when the worker stopped is repeated at the next start.
    if (this.#signal.aborted) return;
    for (const run of Object.values(this.#runs)) run.end();
    await this.#remember(() => {
      if (kind === 'first') store.checkpoints.set(name, position);
      else store.checkpoints.settle(name, candidate, this.#time());
    });
    if (kind === 'first') this.#ahead.shift();
  }

  async #stepAside({ kind, position, lane, attempts: before, done }: Candidate, error: unknown): Promise<void> {
    const { store, clock, log } = this.#dependencies;
    const { name } = this.#follower;
    // A fault of this site's files, not of the event.
    if (isUnableToSave(error)) throw error;
    const { afterMs, isForAll } = error instanceof TryLater ? error : { afterMs: 0, isForAll: false };
    // A failure of everything says nothing about this event.
    const attempts = isForAll ? before : before + 1;
    log.warn({ err: error, worker: name, position, failures: attempts }, 'work failed, will be tried again');
    if (isForAll) this.#pausedUntil = clock.elapsed() + afterMs;
    this.#runs[isForAll ? 'all' : kind].add(lane, clock.elapsed());
    const due = this.#time() + Math.max(afterMs, backoff(attempts));
    await this.#remember(() => store.checkpoints.postpone(name, { position, lane, attempts, due, done }));
    if (kind === 'first') this.#ahead.shift();
  }

  /** Writes the result of an event. Waits while the disk accepts no writes, so that no effect is repeated because of that. */
  async #remember(write: () => void): Promise<void> {
    const { clock, log } = this.#dependencies;
    for (let failures = 1; !this.#signal.aborted; failures++) {
      try {
        write();
        if (failures > 1) log.info({ worker: this.#follower.name }, 'a checkpoint is written again');
        return;
      } catch (error) {
        if (!isWriteRefused(error)) throw error;
        if (failures === 1) log.error({ err: error, worker: this.#follower.name }, 'a checkpoint cannot be written');
        await waitFor(clock, Math.min(DISK_LOOK_MS, backoffCeiling(failures)), this.#signal);
      }
    }
  }
}
