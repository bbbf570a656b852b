import { BrokenChain } from '#db/archive/segment.ts';
import { type ObjectStorage, StorageError, StorageRefused } from '../../outside/storage/port.ts';
import { waitFor } from '../../process/clock.ts';
import { backoffCeiling } from '../../process/following/backoff.ts';
import type { Worker, WorkerMeans } from '../../process/following/worker.ts';
import { ArchiveDamaged } from '../archive/archive-index.ts';
import type { ArchiveHealth } from '../archive/archive-health.ts';
import { ArchiveRefused, ArchiveWriter } from '../archive/archive-writer.ts';

/** What the archiving of the log needs. */
export interface ArchiveMeans extends WorkerMeans {
  readonly storage: ObjectStorage;
  readonly archive: ArchiveHealth;
  readonly config: { readonly archiveKey: string };
}

/** How often to look for events and changes of the vault, in milliseconds: those of one look are archived together. */
const LOOK_MS = 250;

/** The most events of a segment. */
const SEGMENT_EVENTS = 1000;

/**
 * After a copy of the vault the next one waits for this many times its duration, so that a large vault takes little of the process, and at
 * most for so many milliseconds.
 */
const VAULT_REST = 20;
const LONGEST_REST_MS = 60_000;

/** The longest pause after a failure, in milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

/** How often too old copies of the vault are looked for, in milliseconds. */
const DELETED_EVERY_MS = 3_600_000;

/** A failure of the storage, of what it has, or of the right to write to it: not one of this site. */
function isOfArchive(error: unknown): error is Error {
  return [StorageError, ArchiveDamaged, ArchiveRefused, BrokenChain].some((kind) => error instanceof kind);
}

/** Whether only an operator can help. */
function isFinal(error: Error): boolean {
  return !(error instanceof StorageError);
}

/**
 * Archives events and the vault as they change. A storage that is down, slow or answers nonsense delays nothing else: what it lacks stays in
 * the log, and is archived when it is back.
 */
export const archive: Worker<ArchiveMeans> = async (means, signal) => {
  const { archive: health, clock, log } = means;
  let failures = 0;
  let said: string | null = null;
  while (!signal.aborted) {
    try {
      await archiveOn(means, signal, () => {
        if (failures > 0) log.info({ failures }, 'the archive is level with the log again');
        failures = 0;
        said = null;
      });
    } catch (error) {
      if (signal.aborted) return;
      if (!isOfArchive(error)) throw error;
      failures += 1;
      if (isFinal(error))
        health.refused(error.message, { isLogBehind: error instanceof ArchiveRefused && error.isLogBehind });
      else health.failed(error.message);
      const words = isFinal(error) ? 'nothing is archived' : 'the archive could not be written, and is tried again';
      // Again only when there is another reason.
      if (said !== error.message) log.error({ err: error }, `${words}: ${error.message}`);
      said = error.message;
      const isOver = error instanceof ArchiveRefused && error.isSuperseded;
      await waitFor(clock, isOver ? Infinity : pauseAfter(failures, error), signal);
    }
  }
};

function pauseAfter(failures: number, error: Error): number {
  return isFinal(error) ? LONGEST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, backoffCeiling(failures));
}

/** Claims the archive, and writes to it until the signal aborts. `onLevel` is called whenever nothing is left to archive. */
async function archiveOn(
  { store, storage, clock, log, archive: health, config }: ArchiveMeans,
  signal: AbortSignal,
  onLevel: () => void,
): Promise<void> {
  const source = store.archiveSource;
  const { archiveKey } = config;
  const writer = await ArchiveWriter.claim({ storage, source, archiveKey, now: () => clock.now() }, { signal });
  health.reached(writer.head.position);
  let vaultDue = -Infinity;
  let deletionDue = -Infinity;
  while (!signal.aborted) {
    const isBehind = writer.head.position < source.head.position;
    if (isBehind || writer.isVaultBehind) health.waits();
    if (isBehind) {
      await writer.archiveEvents(SEGMENT_EVENTS, { signal });
      health.reached(writer.head.position);
    }
    if (writer.isVaultBehind && clock.elapsed() >= vaultDue) {
      const start = clock.elapsed();
      await writer.archiveVault({ signal });
      health.vaultArchived();
      vaultDue = clock.elapsed() + Math.min(LONGEST_REST_MS, (clock.elapsed() - start) * VAULT_REST);
      deletionDue = -Infinity;
    }
    if (clock.elapsed() >= deletionDue) {
      await writer.deleteSnapshots({ signal }).catch((error: unknown) => {
        if (!(error instanceof StorageRefused)) throw error;
        log.error({ err: error }, 'old vault copy not deleted, retrying');
      });
      deletionDue = clock.elapsed() + DELETED_EVERY_MS;
    }
    await writer.packSegments({ signal });
    if (writer.head.position < source.head.position) continue;
    if (!writer.isVaultBehind) {
      health.isLevel();
      onLevel();
    }
    await clock.wait(LOOK_MS, signal);
  }
}
