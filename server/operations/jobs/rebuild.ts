import { REBUILD_JOB } from '#db/jobs.ts';
import type { Store } from '#db/store.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';

/** On failure, the job has the code `failed` and the old projections stay. */
export const rebuild: JobKind<{ readonly store: Store }> = {
  kind: REBUILD_JOB.kind,
  on: {},
  async run(_, { store }, signal) {
    return (await store.rebuild(signal)) ? undefined : { code: 'failed' };
  },
  atOnce: 1,
};
