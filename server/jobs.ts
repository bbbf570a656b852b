import type { StoringDependencies } from './bookings/workers/dependencies.ts';
import type { JobKind } from './process/jobs/job-kind.ts';

/** Every kind of job. Each process that records events has the same list. */
export const JOBS: readonly JobKind<StoringDependencies>[] = [];
