import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { EventLog } from '../log/event-log.ts';
import { type ProjectionName, projections } from '../projections/index.ts';
import type { Projection } from '../projections/projection.ts';
import {
  buildingFile,
  readModelFile,
  rebuiltFile,
  removeReadModelFile,
  removeUnlessFile,
  replaceReadModelFile,
} from './read-model-files.ts';
import { ReadModel } from './read-model.ts';
import { REBUILD_LOCK } from './read-models.ts';
import { type Source, replay } from './replay.ts';
import { openSqliteReader } from '../disk/sqlite.ts';
import { DATABASE_FILE } from '../schema.ts';
import { withPath } from '../disk/start-failure.ts';
import { Vault } from '../vault/vault.ts';
import { tryLock, tryLockFolder } from '../disk/writer-lock.ts';

/** Progress of a rebuild. */
export interface RebuildProgress {
  readonly position: number;
  readonly head: number;
}

/** The log and the keys of a folder, opened for reading while the site may be writing. */
export interface FolderReader extends Source {
  close(): void;
}

export function openFolderReader(folder: string): FolderReader {
  const db = openSqliteReader(join(folder, DATABASE_FILE));
  return { log: new EventLog(db), vault: new Vault(db), close: () => db.close() };
}

/** Another rebuild is running in the folder. */
export class RebuildRunning extends Error {}

/** Which process has swapped in the rebuilt file: this one, the writing one, or none yet. */
export type SwappedBy = 'self' | 'writer' | 'none';

/**
 * Replays the log into a new file beside the served one, and leaves it for the writing process to swap in. When no process is
 * writing, swaps it in itself. Throws `RebuildRunning`.
 */
export function rebuild(
  folder: string,
  name: ProjectionName,
  onProgress?: (progress: RebuildProgress) => void,
): { readonly events: number; readonly swappedBy: SwappedBy } {
  const source = openFolderReader(folder);
  const lock = tryLock(folder, REBUILD_LOCK);
  try {
    if (!lock) throw new RebuildRunning(`another rebuild is under way in ${folder}`);
    const events = build(folder, projectionOf(name), source, onProgress);
    return { events, swappedBy: putInPlace(folder, name) };
  } finally {
    lock?.release();
    source.close();
  }
}

function projectionOf(name: ProjectionName): Projection<object> {
  return projections[name];
}

/**
 * Builds the file and yields the progress. When a person is forgotten meanwhile, the writing process removes the file, as it may
 * contain their data: it is then built again.
 */
function build(
  folder: string,
  projection: Projection<object>,
  source: FolderReader,
  onProgress?: (progress: RebuildProgress) => void,
): number {
  const building = buildingFile(folder, projection);
  try {
    for (;;) {
      removeReadModelFile(building);
      const events = fill(building, projection, source, onProgress);
      const rebuilt = rebuiltFile(folder, projection);
      removeUnlessFile(rebuilt);
      if (isRenamed(building, rebuilt)) return events;
    }
  } catch (error) {
    removeReadModelFile(building);
    throw withPath(error, building);
  }
}

/** Replays the log into a new file. Returns how many events it has. */
function fill(
  file: string,
  projection: Projection<object>,
  source: FolderReader,
  onProgress?: (progress: RebuildProgress) => void,
): number {
  const model = new ReadModel(file, projection, source.log, 'draft-without-indexes');
  try {
    const head = source.log.head().position;
    const tell = (position: number) => onProgress?.({ position, head: Math.max(head, position) });
    for (const position of replay(model, source)) tell(position);
    model.createIndexes();
    tell(model.position);
    model.close();
    return model.position;
  } catch (error) {
    model.release();
    throw error;
  }
}

/** Renames a file. Returns false when it no longer exists. */
function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

/** Swaps in a rebuilt file that is waiting, unless a process is writing: that one swaps it in itself. */
export function putInPlace(folder: string, name: ProjectionName): SwappedBy {
  const projection = projectionOf(name);
  const rebuilt = rebuiltFile(folder, projection);
  const lock = tryLockFolder(folder);
  try {
    if (!existsSync(rebuilt)) return 'writer';
    if (!lock) return 'none';
    replaceReadModelFile(readModelFile(folder, projection), rebuilt);
    return 'self';
  } finally {
    lock?.release();
  }
}
