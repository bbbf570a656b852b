import { onTestFinished } from 'vitest';
import type { Job } from '#db/jobs.ts';
import { jobById } from '#db/queries/jobs.ts';
import { bookingOf } from '#events/booking/booking.ts';
import type { JobKind } from '#server/process/jobs/job-kind.ts';
import { type RunnerDependencies, runJobs } from '#server/process/jobs/run-jobs.ts';
import { createLog } from '#server/process/log.ts';
import { day, hold } from '../../../db/changes.ts';
import { openIn } from '../../../db/folder.ts';
import { NOW } from '../../../events/facts.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { HandClock } from '../../hand-clock.ts';

type Run = JobKind<RunnerDependencies>['run'];

/** A kind with a job for each hold, whose order key is the booking. */
export function holdKind(run: Run, more: Partial<JobKind<RunnerDependencies>> = {}): JobKind<RunnerDependencies> {
  return {
    kind: 'greet',
    on: { SlotHeld: ({ id, at, stream }) => ({ key: id, orderKey: bookingOf(stream), due: at }) },
    atOnce: 1,
    run,
    ...more,
  };
}

/** A kind that remembers the order keys of the jobs that it ran. */
export function noting(fails: (orderKey: string, times: number) => Error | false = () => false) {
  const ran: Job[] = [];
  const orderKeys = () => ran.map(({ orderKey }) => orderKey);
  const kind = holdKind(async (job) => {
    ran.push(job);
    const error = fails(job.orderKey, ran.filter(({ orderKey }) => orderKey === job.orderKey).length);
    if (error) throw error;
  });
  return { ran, orderKeys, kind };
}

/** Work that ends when the test says so. */
export function gated() {
  const running: string[] = [];
  const gates = new Map<string, () => void>();
  const kind = holdKind((job) => {
    running.push(job.key);
    return new Promise((resolve) => gates.set(job.key, resolve));
  });
  return { running, kind, end: (key: string) => gates.get(key)!() };
}

/** A store whose holds cause jobs of these kinds, before any of them runs. */
export function openJobSite(kinds: readonly JobKind<RunnerDependencies>[], folder: string = tempFolder()) {
  const clock = new HandClock(NOW);
  const lines: string[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } });
  const { store, failures, close } = openIn(folder, () => clock.now(), kinds);
  return {
    folder,
    clock,
    store,
    lines,
    failures,
    close,
    /** Holds a slot of another day for each booking. */
    async holds(...bookings: string[]): Promise<void> {
      for (const booking of bookings) await store.change(hold(booking, { date: day(store.position) }));
    },
    job: async (id: number): Promise<Job> => (await jobById(store.db, id))!,
    /** Runs the jobs until the end of the test, or until `stop`. */
    start() {
      const stopping = new AbortController();
      const ended = runJobs(kinds, { store, clock, log }, stopping.signal);
      const stop = async () => {
        stopping.abort();
        await ended;
      };
      onTestFinished(stop);
      return { stop, abort: () => stopping.abort() };
    },
  };
}
