/** Commands that change something are jobs, run by the server, or by this process if none runs. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '#db/jobs.ts';
import { jobByKey } from '#db/queries/jobs.ts';
import { servesThisBuild } from '#db/queries/status.ts';
import type { Store } from '#db/store.ts';
import type { Queries } from '#db/tables.ts';
import { JOBS } from '../jobs.ts';
import { openMail } from '../outside/mail/open-mail.ts';
import { systemClock } from '../process/clock.ts';
import { loadConfig } from '../process/config.ts';
import { readEnvironment } from '../process/read-settings.ts';
import type { JobKind } from '../process/jobs/job-kind.ts';
import { type RunnerDependencies, runJobs } from '../process/jobs/run-jobs.ts';
import { createLog } from '../process/log.ts';
import { print } from './command.ts';
import { siteDatabase, withReader } from './site.ts';

const LOOK_MS = 100;

/** Null if only a running server may write. */
async function openUnlessServed(): Promise<Store | null> {
  const report = (message: string) => print(process.stderr, message);
  return (await siteDatabase()).openStore({ now: Date.now, jobSources: JOBS, report });
}

export async function withQueries<Result>(use: (db: Queries) => Promise<Result>): Promise<Result> {
  // Without a server, this build's tables may be missing: opening the store creates them.
  await (await openUnlessServed())?.close();
  return withReader(async (db) => {
    if (await servesThisBuild(db)) return use(db);
    throw new Error('The running server has another version. Use its command line.');
  });
}

export type RequestDependencies = RunnerDependencies & ReturnType<typeof openDependencies>;

function openDependencies(store: Store) {
  const config = loadConfig(readEnvironment());
  const { mailer } = openMail(config, systemClock);
  return { store, config, mailer, clock: systemClock, log: createLog({ level: 'silent' }) };
}

/** Resolves with their rows once they ended, in the order of their keys. */
export async function runAsJobs(
  kind: JobKind<RequestDependencies>,
  keys: readonly string[],
  onLook: (db: Queries) => Promise<void> = async () => {},
): Promise<readonly Job[]> {
  const requested = keys.map(
    (key) => ({ kind: kind.kind, key, orderKey: '', due: 0, position: null, wakes: true }) as const,
  );
  await (await siteDatabase()).requestJobs(requested, Date.now());
  return withReader(async (db) => {
    const stopping = new AbortController();
    let running: Promise<void> | null = null;
    const ended = async () => {
      const rows = await Promise.all(keys.map((key) => jobByKey(db, kind.kind, key)));
      return rows.every((row) => row !== undefined && row.state !== 'waiting') ? (rows as Job[]) : null;
    };
    try {
      for (;;) {
        const rows = await ended();
        if (rows) return rows;
        const store: Store | null = running ? null : await openUnlessServed();
        if (store) running = runJobs([kind], openDependencies(store), stopping.signal).finally(() => store.close());
        await onLook(db);
        await pause(LOOK_MS);
      }
    } finally {
      stopping.abort();
      await running;
    }
  });
}
