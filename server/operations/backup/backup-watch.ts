import { isBackedUpByProvider } from '#db/open-store.ts';
import { logHead } from '#db/queries/log.ts';
import type { BackupTrouble } from '#shared/owner/needs-attention.ts';
import { type CallOptions, StorageError } from '../../outside/storage/port.ts';
import { waitFor } from '../../process/clock.ts';
import type { RunnerDependencies } from '../../process/jobs/run-jobs.ts';
import type { Config } from '../../process/config.ts';
import { type BackupAccess, newestBackup, waitingSince, writeHead } from './backup-objects.ts';

const EVERY_MS = 60_000;

/** The owner is not told of a shorter outage. */
export const BACKUP_LATE_MS = 5 * 60_000;

type Dependencies = BackupAccess &
  Pick<RunnerDependencies, 'store' | 'clock'> & { readonly config: Pick<Config, 'isProduction' | 'database'> };

/** A backup is late if an event is missing; its age says nothing, because the backup of an idle shop is old but complete. */
export class BackupWatch {
  readonly #dependencies: Dependencies;
  #newest: number | null = null;
  #isExpected = false;
  #head = 0;
  #trouble: BackupTrouble | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** In milliseconds. */
  get newest(): number | null {
    return this.#newest;
  }

  /** False until the first check. */
  get isExpected(): boolean {
    return this.#isExpected;
  }

  /** Null while the backup is not late. */
  view(): BackupTrouble | null {
    return this.#trouble;
  }

  /** Lists the storage only if an event is newer than the newest known object. */
  async check(options: CallOptions = {}): Promise<void> {
    const { store, clock, storage, config } = this.#dependencies;
    if (isBackedUpByProvider(config.database)) return;
    let reason = 'Litestream copies nothing';
    try {
      if ((await waitingSince(store.db, this.#newest)) !== null)
        this.#newest = await newestBackup(this.#dependencies, options);
      const head = await logHead(store.db);
      if (this.#newest !== null && head !== null && head.position > this.#head) {
        await writeHead(storage, head);
        this.#head = head.position;
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      reason = error.message;
    }
    const since = await waitingSince(store.db, this.#newest);
    this.#isExpected = config.isProduction || this.#newest !== null;
    const isLate = this.#isExpected && since !== null && clock.now() - since > BACKUP_LATE_MS;
    this.#trouble = isLate ? { since, reason } : null;
  }
}

export async function watchBackup(
  { backup: watch, clock, log }: Pick<RunnerDependencies, 'clock' | 'log'> & { readonly backup: BackupWatch },
  signal: AbortSignal,
): Promise<void> {
  let wasLate = false;
  while (!signal.aborted) {
    await watch.check({ signal });
    const trouble = watch.view();
    if (trouble && !wasLate) log.error(trouble, 'backup late');
    if (!trouble && wasLate) log.info('backup caught up');
    wasLate = trouble !== null;
    await waitFor(clock, EVERY_MS, signal);
  }
}
