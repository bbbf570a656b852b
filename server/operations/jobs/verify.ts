import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { RunnerDependencies } from '../../process/jobs/run-jobs.ts';

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
