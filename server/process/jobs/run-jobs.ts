import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Change, Streams } from '#db/change.ts';
import { isStorageError } from '#db/open-store.ts';
import type { Job, JobUpdate } from '#db/jobs.ts';
import { dueJobs, jobById, kindsWithDueJobs, resumeJobs } from '#db/queries/jobs.ts';
import type { Store } from '#db/store.ts';
import { type Clock, waitFor, ConfirmedClock } from '../clock.ts';
import { backoff, backoffCeiling } from './backoff.ts';
import type { Log } from '../log.ts';
import { type JobKind, Park, RetryLater } from './job-kind.ts';

/** For jobs that are due, or that another process has inserted. */
const POLL_MS = 1000;

const LONGEST_WRITE_PAUSE_MS = 30_000;

const CLOCK_TOLERANCE_MS = 1000;

export interface RunnerDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}

/** Resolves once the signal aborted and no job is running. */
export async function runJobs<Dependencies extends RunnerDependencies>(
  kinds: readonly JobKind<Dependencies>[],
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log } = dependencies;
  const confirmed = new ConfirmedClock(clock);
  let pollPause = new AbortController();
  const pollNow = () => pollPause.abort();
  const runners = kinds.map((kind) => new KindRunner(kind, dependencies, { signal, pollNow }));
  let lastOffset = Infinity;
  let isFailing = false;
  const poll = async () => {
    const now = clock.now();
    // Decreases when the clock is set back.
    const offset = now - clock.elapsed();
    if (offset < lastOffset - CLOCK_TOLERANCE_MS)
      await store.write(resumeJobs(store.db, kinds, { now, latest: now + backoffCeiling(Infinity) }));
    lastOffset = offset;
    const confirmedNow = confirmed.readConfirmed();
    const due = await kindsWithDueJobs(store.db, now);
    for (const runner of runners) if (due.has(runner.kind)) await runner.startDueJobs(now, confirmedNow);
  };
  const unsubscribe = store.onCommit((_, mayHaveDueJobs) => mayHaveDueJobs && pollNow());
  signal.addEventListener('abort', pollNow);
  while (!signal.aborted) {
    pollPause = new AbortController();
    try {
      await poll();
      isFailing = false;
    } catch (error) {
      store.handleStorageError(error);
      if (!isFailing) log.error({ err: error }, 'jobs not readable, will be retried');
      isFailing = true;
    }
    await clock.wait(POLL_MS, pollPause.signal);
    await nextTurn();
  }
  signal.removeEventListener('abort', pollNow);
  unsubscribe();
  await Promise.all(runners.map((runner) => runner.whenIdle()));
}

/** A kind pauses once jobs with this many order keys have failed in a row, for at most 15 s. */
const FAILING_KEYS = 3;
const LONGEST_PAUSE_MS = 15_000;

/** While an outside service is down, the pauses between single attempts grow. */
class CircuitBreaker {
  readonly #failing = new Set<string>();
  #pauses = 0;
  #pausedUntil = 0;

  /** `isForAll`: the service refuses all jobs, or the disk all writes. `afterMs`: how long the service asks to wait. */
  recordFailure(orderKey: string, elapsed: number, { isForAll = false, afterMs = 0 } = {}): void {
    if (!isForAll && this.#failing.add(orderKey).size < FAILING_KEYS) return;
    this.#pauses += 1;
    const pause = isForAll ? backoff(this.#pauses) : Math.min(LONGEST_PAUSE_MS, backoff(this.#pauses));
    this.#pausedUntil = Math.max(this.#pausedUntil, elapsed + Math.max(afterMs, pause));
  }

  /** A pause goes on, because the success may be of a job that began before it. */
  recordSuccess(): void {
    this.#failing.clear();
    this.#pauses = 0;
  }

  get isOpen(): boolean {
    return this.#pauses > 0;
  }

  isPaused(elapsed: number): boolean {
    return elapsed < this.#pausedUntil;
  }
}

class KindRunner<Dependencies extends RunnerDependencies> {
  readonly #kind: JobKind<Dependencies>;
  readonly #dependencies: Dependencies;
  readonly #signal: AbortSignal;
  readonly #pollNow: () => void;
  readonly #running = new Map<string, Promise<void>>();
  readonly #breaker = new CircuitBreaker();

  constructor(
    kind: JobKind<Dependencies>,
    dependencies: Dependencies,
    { signal, pollNow }: { readonly signal: AbortSignal; readonly pollNow: () => void },
  ) {
    this.#kind = kind;
    this.#dependencies = dependencies;
    this.#signal = signal;
    this.#pollNow = pollNow;
  }

  get kind(): string {
    return this.#kind.kind;
  }

  async whenIdle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** `confirmedNow`: see `ConfirmedClock`. */
  async startDueJobs(now: number, confirmedNow: number | null): Promise<void> {
    const { kind, atOnce, irreversible } = this.#kind;
    const until = irreversible ? confirmedNow : now;
    const elapsed = this.#dependencies.clock.elapsed();
    if (until === null || this.#breaker.isPaused(elapsed)) return;
    const concurrency = this.#breaker.isOpen ? 1 : atOnce;
    // Their jobs are still in the table.
    const runningKeys = new Set(this.#running.keys());
    if (runningKeys.size >= concurrency) return;
    for (const job of await dueJobs(this.#dependencies.store.db, kind, until, concurrency + runningKeys.size)) {
      if (this.#running.size >= concurrency || this.#signal.aborted) return;
      if (runningKeys.has(job.orderKey)) continue;
      const onEnd = () => {
        this.#running.delete(job.orderKey);
        this.#pollNow();
      };
      this.#running.set(job.orderKey, this.#runLeased(job).finally(onEnd));
    }
  }

  async #runLeased(job: Job): Promise<void> {
    const { store } = this.#dependencies;
    const onError = (error: unknown) => store.handleStorageError(error);
    const leasedUntil = await store.lease(job.id).catch(onError);
    if (typeof leasedUntil !== 'number') return;
    await this.#runAndRecord({ ...job, leasedUntil });
    await store.endLease(job.id, leasedUntil).catch(onError);
  }

  async #runAndRecord(job: Job): Promise<void> {
    const { clock, log } = this.#dependencies;
    try {
      const result = await this.#kind.run(job, this.#dependencies, this.#signal);
      if (this.#signal.aborted) return;
      this.#breaker.recordSuccess();
      if (result && 'due' in result) await this.#record(job, { due: result.due, attempts: 0 });
      else if (result && 'code' in result) await this.#record(job, { ...this.#doneState(), code: result.code });
      else await this.#record(job, this.#doneState(), result ?? {});
    } catch (error) {
      if (this.#signal.aborted) return;
      try {
        await this.#recordFailure(job, error);
      } catch (unwritten) {
        this.#breaker.recordFailure(job.orderKey, clock.elapsed(), { isForAll: true });
        log.error({ err: unwritten, kind: job.kind, job: job.id }, 'job result not written');
      }
    }
  }

  #doneState(): JobUpdate['set'] {
    const now = this.#dependencies.clock.now();
    const { every } = this.#kind;
    if (every === undefined) return { state: 'done', endedAt: now };
    return { due: now + every, attempts: 0, endedAt: now };
  }

  async #recordFailure(job: Job, error: unknown): Promise<void> {
    const { store, clock, log } = this.#dependencies;
    store.handleStorageError(error);
    const current = await jobById(store.db, job.id);
    // An event, the owner or another process has changed the job meanwhile.
    if (current?.state !== 'waiting' || current.due !== job.due || current.leasedUntil !== job.leasedUntil) return;
    const { kind, id, orderKey } = job;
    const attempts = job.attempts + 1;
    if (error instanceof Park) {
      const { code } = error;
      log.error({ err: error, kind, job: id, code }, 'job parked');
      const set = { state: 'parked', code, attempts, endedAt: clock.now() } as const;
      const letter = this.#kind.onPark?.({ ...job, ...set });
      await this.#record(job, set, letter ? { newJobs: [letter] } : {});
      return;
    }
    log.warn({ err: error, kind, job: id, failures: attempts }, 'job failed, will be retried');
    const { afterMs, isForAll } = error instanceof RetryLater ? error : { afterMs: 0, isForAll: false };
    // An error of the outside service or the database says nothing about the job.
    if (isForAll || isStorageError(error)) {
      this.#breaker.recordFailure(orderKey, clock.elapsed(), { isForAll: true, afterMs });
      return;
    }
    this.#breaker.recordFailure(orderKey, clock.elapsed());
    await this.#record(job, { attempts, due: clock.now() + Math.max(afterMs, backoff(attempts)) });
  }

  /** Waits while the disk accepts no writes, so that no effect is repeated because of that. */
  async #record(job: Job, set: JobUpdate['set'], result: Partial<Change<Streams>> = {}): Promise<void> {
    const { store, clock, log } = this.#dependencies;
    const { id, kind, due, leasedUntil } = job;
    const updateJob = { id, from: 'waiting', fromDue: due, leasedUntil, set } as const;
    const change = { streams: {}, decide: () => ({}), cause: { correlation: kind }, ...result, updateJob };
    for (let failures = 1; !this.#signal.aborted; failures++) {
      try {
        await store.change(change);
        return;
      } catch (error) {
        if (!isStorageError(error)) throw error;
        if (failures === 1) log.error({ err: error, kind, job: id }, 'job result waiting for disk');
        await waitFor(clock, Math.min(LONGEST_WRITE_PAUSE_MS, backoffCeiling(failures)), this.#signal);
      }
    }
  }
}
