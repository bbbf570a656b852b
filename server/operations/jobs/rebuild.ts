import type { ProjectionName } from '#db/projections/index.ts';
import { projections } from '#db/projections/index.ts';
import type { Store } from '#db/store.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';

/** The key of its only job. */
export const REBUILD_KEY = 'all';

/** Rebuilds the projections at the request of the owner or the operator. Ends with the code `failed` if they stay as they were. */
export const rebuild: JobKind<{ readonly store: Store }> = {
  kind: 'rebuild',
  on: {},
  async run(_, { store }, signal) {
    const isDone = await store.projections.rebuild(Object.keys(projections) as ProjectionName[], { signal });
    return isDone ? undefined : { code: 'failed' };
  },
  atOnce: 1,
};
