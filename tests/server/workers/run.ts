import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { kindsWithDueJobs } from '#db/queries/jobs.ts';
import type { Mail, Mailer } from '#server/outside/mail/port.ts';
import { NO_MAILER } from '../outside/mail/no-mailer.ts';
import { PATIENCE_MS } from '../../patience.ts';
import { quiet } from '../../db/quiet.ts';
import type { HandClock } from '../hand-clock.ts';
import type { JobDependencies } from '#server/bookings/dependencies.ts';
import type { JobKind } from '#server/process/jobs/job-kind.ts';
import { runJobs } from '#server/process/jobs/run-jobs.ts';

/** Turns of the event loop in which a worker handles what is due. */
const TURNS_A_SECOND = 50;

/** Background work that runs until its signal aborts. */
type Worker = (dependencies: JobDependencies, signal: AbortSignal) => Promise<void>;

type Work = Worker | JobKind<JobDependencies>;

function workerOf(work: Work): Worker {
  return typeof work === 'function' ? work : (dependencies, signal) => runJobs([work], dependencies, signal);
}

/** Starts a worker, or the jobs of a kind, over a site, with a mailer in memory by default. It is stopped at the end of the test. */
export function run(site: Omit<JobDependencies, 'mailer'>, work: Work, by?: Mailer) {
  const stopping = new AbortController();
  const sent: Mail[] = [];
  const mailer = by ?? { ...NO_MAILER, send: async (mail: Mail) => void sent.push(mail) };
  const ended = workerOf(work)({ ...site, mailer }, stopping.signal);
  const stop = async () => {
    stopping.abort();
    await ended;
  };
  onTestFinished(stop);
  return { stop, abort: () => stopping.abort(), sent };
}

/** A worker that runs the jobs of several kinds. */
export function jobs(...kinds: readonly JobKind<JobDependencies>[]): Worker {
  return (dependencies, signal) => runJobs(kinds, dependencies, signal);
}

/** Whether no job of these kinds waits. */
export async function areDone(
  { store }: Pick<JobDependencies, 'store'>,
  ...kinds: readonly string[]
): Promise<boolean> {
  const waiting = await kindsWithDueJobs(store.db, Number.MAX_SAFE_INTEGER);
  return !kinds.some((kind) => waiting.has(kind));
}

/** Starts work that cannot finish, because the provider does not respond. */
export function leave(site: Omit<JobDependencies, 'mailer'>, work: Work): void {
  const stopping = new AbortController();
  void workerOf(work)({ ...site, mailer: { ...NO_MAILER, send: async () => {} } }, stopping.signal);
  onTestFinished(() => stopping.abort());
}

/** Runs the event loop without advancing the site's clock until the condition holds. Throws with its source if it never does. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = process.hrtime.bigint() + BigInt(PATIENCE_MS) * 1_000_000n;
  for (let turns = 0; !(await isSo()); turns++) {
    if (process.hrtime.bigint() > end) throw new Error(`never so: ${String(isSo)}`);
    // After these turns, the condition depends on work outside of the event loop.
    await (turns < TURNS_A_SECOND ? nextTurn() : pause(1));
  }
}

/** Advances the clock second by second until the condition holds. Throws if it does not within `ms` milliseconds. */
export async function pass(
  { clock }: { readonly clock: HandClock },
  ms: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = clock.elapsed() + ms;
  while (!(await isSo())) {
    if (clock.elapsed() >= end) throw new Error(`not so after ${ms} ms`);
    clock.advance(1000);
    await quiet();
  }
}

/** Lets jobs that are due run. */
export const passTurns = quiet;

/** Advances the clock minute by minute, so that workers handle what is due. */
export async function passMinutes({ clock }: { readonly clock: HandClock }, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    clock.advance(60_000);
    await quiet();
  }
}
