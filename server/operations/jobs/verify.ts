import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { JobMeans } from '../../process/jobs/run-jobs.ts';

/** Checks the whole history each day, in steps that delay no request. If an event was altered or is missing, the process ends. */
export const verify: JobKind<Pick<JobMeans, 'store' | 'log'>> = {
  kind: 'verify',
  on: {},
  every: 24 * 3_600_000,
  async run(_, { store, log }, signal) {
    const steps = store.verify();
    for (let step = steps.next(); !signal.aborted; step = steps.next()) {
      if (step.done) {
        log.info(step.value, 'history verified');
        return;
      }
      await nextTurn();
    }
  },
  atOnce: 1,
};
