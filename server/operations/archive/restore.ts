import { type Restored, RestoredFiles } from '#db/archive/restored-files.ts';
import { SnapshotUnreadable, type VaultSnapshot, openSnapshot } from '#db/archive/vault-snapshot.ts';
import type { ObjectStorage } from '../../outside/storage/port.ts';
import { type ArchiveIndex, type Gap, gapOf, readIndex } from './archive-index.ts';
import type { Snapshot } from './object-names.ts';
import { archivedEvents, shopOf } from './read-archive.ts';

/** There is nothing to restore, or it is incomplete. The message says what the operator can do. */
export class NothingToRestore extends Error {}

export interface Restore {
  readonly storage: ObjectStorage;
  /** A folder without a database. */
  readonly folder: string;
  readonly archiveKey: string;
  readonly onProgress?: (position: number, end: number) => void;
}

export interface RestoreResult extends Restored {
  /** When the vault's snapshot was made, in milliseconds. */
  readonly vaultAt: number;
  /** Events that are missing in the archive, before others that it has and that were not restored. */
  readonly gap: Gap | null;
  /** Newer snapshots that could not be read. */
  readonly unreadable: readonly string[];
}

/**
 * Makes the database of an empty folder from the archive, and verifies every event. Rejects with `NothingToRestore`, `ArchiveDamaged`,
 * `StartFailure` for a folder that is not empty, and the storage's own errors; then the folder stays as it was.
 */
export async function restoreFolder({ storage, folder, archiveKey, onProgress }: Restore): Promise<RestoreResult> {
  const index = await readIndex(storage);
  if (index === null) throw new NothingToRestore('There is no archive in the object storage that the settings name.');
  const { snapshot, of, unreadable } = await newestSnapshot(storage, index, archiveKey);
  const files = await RestoredFiles.begin(folder, shopOf(index));
  try {
    for await (const { rows } of archivedEvents({ storage, archiveKey }, index)) {
      files.add(rows);
      onProgress?.(files.head.position, index.head.position);
    }
    return { ...files.finish(snapshot), vaultAt: of.at, gap: gapOf(index), unreadable };
  } finally {
    files.close();
  }
}

/** The newest snapshot that can be read. */
async function newestSnapshot(
  storage: ObjectStorage,
  { snapshots }: ArchiveIndex,
  secret: string,
): Promise<{ readonly snapshot: VaultSnapshot; readonly of: Snapshot; readonly unreadable: readonly string[] }> {
  const unreadable: string[] = [];
  for (const of of snapshots.toReversed()) {
    const stored = await storage.get(of.key);
    try {
      if (stored === null) throw new SnapshotUnreadable('it is gone');
      return { snapshot: await openSnapshot(stored.bytes, { secret, name: of.key }), of, unreadable };
    } catch (error) {
      if (!(error instanceof SnapshotUnreadable)) throw error;
      unreadable.push(of.key);
    }
  }
  throw new NothingToRestore(
    unreadable.length === 0
      ? 'The archive has no copy of the vault: without it no customer can be read and no account can sign in.'
      : 'No copy of the vault in the archive can be read: ARCHIVE_KEY is not the one that they were encrypted under.',
  );
}
