import { type BackupWatch, watchBackup } from './operations/backup/backup-watch.ts';
import { JOBS } from './jobs.ts';
import { keepGoing } from './process/keep-going.ts';
import { runJobs } from './process/jobs/run-jobs.ts';
import type { StoringDependencies } from './bookings/dependencies.ts';

/** What all workers together need. */
type Dependencies = StoringDependencies & { readonly backup: BackupWatch };

/** Every background worker. */
const workers: Readonly<Record<string, (dependencies: Dependencies, signal: AbortSignal) => Promise<void>>> = {
  backup: watchBackup,
  jobs: (dependencies, signal) => runJobs(JOBS, dependencies, signal),
};

/** Starts every worker. Returns a function that stops them and resolves when each has finished its current step. */
export function startWorkers(dependencies: Dependencies): () => Promise<void> {
  const stopping = new AbortController();
  const running = Object.entries(workers).map(([name, work]) => {
    const watched: typeof work = (dependencies, signal) =>
      work(dependencies, signal).catch((error: unknown) => {
        dependencies.store.handleStorageError(error);
        throw error;
      });
    return keepGoing(name, watched)(dependencies, stopping.signal);
  });
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}
