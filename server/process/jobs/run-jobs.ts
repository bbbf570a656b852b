import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Change, Streams } from '#db/change.ts';
import { isUnableToSave } from '#db/open-store.ts';
import type { Job, JobUpdate } from '#db/jobs.ts';
import { dueJobs, jobById, kindsWithDueJobs, resumeJobs } from '#db/queries/jobs.ts';
import type { Store } from '#db/store.ts';
import { type Clock, waitFor } from '../clock.ts';
import { backoff, backoffCeiling } from './backoff.ts';
import { FailureRun } from './failure-run.ts';
import type { Log } from '../log.ts';
import { ConfirmedClock } from './confirmed-clock.ts';
import { type JobKind, Park, RetryLater } from './job-kind.ts';

/** How often, in milliseconds, to look for jobs that are due, or that another process has inserted. */
const LOOK_MS = 1000;

/** The longest pause, in milliseconds, before the end of a job is written again. */
const LONGEST_WRITE_PAUSE_MS = 30_000;

/** Number of orders that fail in a row when the outside service is at fault. */
const SUSPICIOUS = 3;

/** How far the clock may differ, in milliseconds, from the time that has passed, before it counts as set back. */
const SET_BACK_MS = 1000;

/** What the loop needs; a kind may need more. */
export interface JobMeans {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}

/** Runs jobs of these kinds until the signal aborts. Resolves when none is running. */
export async function runJobs<Means extends JobMeans>(
  kinds: readonly JobKind<Means>[],
  means: Means,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log } = means;
  const confirmed = new ConfirmedClock(clock);
  let news = new AbortController();
  const wake = () => news.abort();
  const loops = kinds.map((kind) => new KindLoop(kind, means, { signal, wake }));
  let epoch = Infinity;
  let isFailing = false;
  const look = async () => {
    const now = clock.now();
    const started = now - clock.elapsed();
    if (started < epoch - SET_BACK_MS)
      await store.write(resumeJobs(store.db, kinds, { now, latest: now + backoffCeiling(Infinity) }));
    epoch = started;
    const past = confirmed.look();
    const due = await kindsWithDueJobs(store.db, now);
    for (const loop of loops) if (due.has(loop.kind)) await loop.fill(now, past);
  };
  const stop = store.onCommit((_, mayHaveDueJobs) => mayHaveDueJobs && wake());
  signal.addEventListener('abort', wake);
  while (!signal.aborted) {
    news = new AbortController();
    try {
      await look();
      isFailing = false;
    } catch (error) {
      store.noteFailure(error);
      if (!isFailing) log.error({ err: error }, 'jobs not readable, will be retried');
      isFailing = true;
    }
    await clock.wait(LOOK_MS, news.signal);
    await nextTurn();
  }
  signal.removeEventListener('abort', wake);
  stop();
  await Promise.all(loops.map((loop) => loop.ended()));
}

class KindLoop<Means extends JobMeans> {
  readonly #kind: JobKind<Means>;
  readonly #means: Means;
  readonly #signal: AbortSignal;
  readonly #wake: () => void;
  /** The running jobs, by order. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #failures = {
    one: new FailureRun({ most: SUSPICIOUS, longestPauseMs: 15_000 }),
    all: new FailureRun({ most: 1, longestPauseMs: backoffCeiling(Infinity) }),
  };
  /** Until when nothing is attempted, in elapsed time. */
  #pausedUntil = 0;

  constructor(
    kind: JobKind<Means>,
    means: Means,
    { signal, wake }: { readonly signal: AbortSignal; readonly wake: () => void },
  ) {
    this.#kind = kind;
    this.#means = means;
    this.#signal = signal;
    this.#wake = wake;
  }

  get kind(): string {
    return this.#kind.kind;
  }

  async ended(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Starts the jobs that can run. `confirmed` is the instant that the clock has confirmed as past. */
  async fill(now: number, confirmed: number | null): Promise<void> {
    const { kind, atOnce, irreversible } = this.#kind;
    const until = irreversible ? confirmed : now;
    const elapsed = this.#means.clock.elapsed();
    const { one, all } = this.#failures;
    if (until === null || elapsed < this.#pausedUntil || one.left(elapsed) > 0 || all.left(elapsed) > 0) return;
    const most = one.hasPaused || all.hasPaused ? 1 : atOnce;
    // The first job of each running order is still waiting in the table, or was when it was read.
    const running = new Set(this.#running.keys());
    if (running.size >= most) return;
    for (const job of await dueJobs(this.#means.store.db, kind, until, most + running.size)) {
      if (this.#running.size >= most || this.#signal.aborted) return;
      if (running.has(job.order)) continue;
      const end = () => {
        this.#running.delete(job.order);
        this.#wake();
      };
      this.#running.set(job.order, this.#attempt(job).finally(end));
    }
  }

  async #attempt(job: Job): Promise<void> {
    const { clock, log } = this.#means;
    try {
      const result = await this.#kind.run(job, this.#means, this.#signal);
      if (this.#signal.aborted) return;
      for (const run of Object.values(this.#failures)) run.end();
      if (result && 'due' in result) await this.#write(job, { due: result.due, attempts: 0 });
      else if (result && 'code' in result) await this.#write(job, { ...this.#ended(), code: result.code });
      else await this.#write(job, this.#ended(), result ?? {});
    } catch (error) {
      if (this.#signal.aborted) return;
      try {
        await this.#fail(job, error);
      } catch (unwritten) {
        this.#failures.all.add(job.order, clock.elapsed());
        log.error({ err: unwritten, kind: job.kind, job: job.id }, 'job result not written');
      }
    }
  }

  #ended(): JobUpdate['set'] {
    const now = this.#means.clock.now();
    const { every } = this.#kind;
    if (every === undefined) return { state: 'done', endedAt: now };
    return { due: now + every, attempts: 0, endedAt: now };
  }

  async #fail(job: Job, error: unknown): Promise<void> {
    const { store, clock, log } = this.#means;
    store.noteFailure(error);
    const present = await jobById(store.db, job.id);
    if (present?.state !== 'waiting' || present.due !== job.due) return;
    const { kind, id, order } = job;
    const attempts = job.attempts + 1;
    if (error instanceof Park) {
      const { code } = error;
      log.error({ err: error, kind, job: id, code }, 'job parked');
      const set = { state: 'parked', code, attempts, endedAt: clock.now() } as const;
      const letter = this.#kind.onPark?.({ ...job, ...set });
      await this.#write(job, set, letter ? { newJobs: [letter] } : {});
      return;
    }
    log.warn({ err: error, kind, job: id, failures: attempts }, 'job failed, will be retried');
    const { afterMs, isForAll } = error instanceof RetryLater ? error : { afterMs: 0, isForAll: false };
    // Faults of the outside service, or of this site's own file, say nothing about the job.
    if (isForAll || isUnableToSave(error)) {
      this.#pausedUntil = clock.elapsed() + afterMs;
      this.#failures.all.add(order, clock.elapsed());
      return;
    }
    this.#failures.one.add(order, clock.elapsed());
    await this.#write(job, { attempts, due: clock.now() + Math.max(afterMs, backoff(attempts)) });
  }

  /** Writes the result. Waits while the disk accepts no writes, so that no effect is repeated because of that. */
  async #write(job: Job, set: JobUpdate['set'], change: Partial<Change<Streams>> = {}): Promise<void> {
    const { store, clock, log } = this.#means;
    const { id, kind } = job;
    const updateJob = { id, from: 'waiting', fromDue: job.due, set } as const;
    const whole = { streams: {}, decide: () => ({}), cause: { correlation: kind }, ...change, updateJob };
    for (let failures = 1; !this.#signal.aborted; failures++) {
      try {
        await store.change(whole);
        return;
      } catch (error) {
        if (!isUnableToSave(error)) throw error;
        if (failures === 1) log.error({ err: error, kind, job: id }, 'job result waits for the disk');
        await waitFor(clock, Math.min(LONGEST_WRITE_PAUSE_MS, backoffCeiling(failures)), this.#signal);
      }
    }
  }
}
