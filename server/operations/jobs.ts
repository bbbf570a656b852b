import { REBUILD_JOB } from '#db/jobs.ts';
import type { JobKind } from '../process/jobs/job-kind.ts';
import type { RunnerDependencies } from '../process/jobs/run-jobs.ts';

/** On failure, the job has the code `failed` and the old projections stay. */
export const rebuild: JobKind<Pick<RunnerDependencies, 'store'>> = {
  kind: REBUILD_JOB.kind,
  on: {},
  async run(_, { store }, signal) {
    return (await store.rebuild(signal)) ? undefined : { code: 'failed' };
  },
  atOnce: 1,
};

/** Daily, in short steps. If an event was altered or is missing, the process ends. */
export const verify: JobKind<Pick<RunnerDependencies, 'store' | 'log'>> = {
  kind: 'verify',
  on: {},
  every: 24 * 3_600_000,
  async run(_, { store, log }, signal) {
    const head = await store.verify(signal);
    if (head) log.info(head, 'history verified');
  },
  atOnce: 1,
};
