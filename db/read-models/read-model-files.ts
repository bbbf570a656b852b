import { close, lstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { type SqliteDatabase, openSqliteReader } from '../disk/sqlite.ts';

/** The parts of a read model's file name. */
interface Named {
  readonly name: string;
  readonly version: number;
}

/** The file of a projection's current version. */
export function readModelFile(folder: string, { name, version }: Named): string {
  return join(folder, `read-${name}-${version}.db`);
}

/** Where a file rebuilt by the command line waits until the writing process swaps it in. */
export function rebuiltFile(folder: string, { name, version }: Named): string {
  return join(folder, `rebuilt-${name}-${version}.db`);
}

/** The file that the command line is building. */
export function buildingFile(folder: string, { name, version }: Named): string {
  return join(folder, `building-${name}-${version}.db`);
}

/** The file that the writing process is building; a new name each time. */
export function freshFile(folder: string, { name, version }: Named): string {
  return join(folder, `fresh-${name}-${version}-${randomUUID().slice(0, 8)}.db`);
}

/** Suffixes of a database file and of the files that SQLite keeps beside it. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** Removes a file and the files that SQLite keeps beside it. */
export function removeReadModelFile(file: string): void {
  for (const suffix of SUFFIXES) removePath(file + suffix);
}

function removePath(path: string): void {
  rmSync(path, { force: true, recursive: true });
}

/** Removes what is in the place of a file and is none, such as a folder. */
export function removeUnlessFile(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) removePath(path);
}

/**
 * Replaces the current file, which this process has closed, with a rebuilt one, which was closed properly. A rebuilt one that cannot take
 * its place is removed.
 */
export function replaceReadModelFile(current: string, rebuilt: string): void {
  for (const path of [current, rebuilt]) removeUnlessFile(path);
  // Removing a large file takes long, and happens when it is closed last: in another thread.
  const old = openIfReadable(current);
  try {
    for (const suffix of SUFFIXES) if (suffix !== '') removePath(current + suffix);
    renameSync(rebuilt, current);
  } catch (error) {
    removeReadModelFile(rebuilt);
    throw error;
  } finally {
    if (old !== null) close(old, () => {});
  }
}

/** Opens a file; null when there is none that can be read. */
function openIfReadable(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

/**
 * The file names above, of any version, and an operator's copies of such files, as `.db.bak`. Forgetting a customer must reach
 * all of them, and they can be rebuilt.
 */
const OURS = /^(?:(read|rebuilt|building)-[a-z-]+-\d+|(fresh)-[a-z-]+-\d+-[0-9a-f]{8})\.db(?:$|[-.~])/;

/** The served read models in a folder, of any version, with their positions in the log: 0 for one that cannot be read. */
export function readModelPositions(folder: string): { readonly file: string; readonly position: number }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.db') && OURS.exec(name)?.[1] === 'read')
    .map((file) => ({ file, position: positionIn(join(folder, file)) }));
}

function positionIn(file: string): number {
  let db: SqliteDatabase | null = null;
  try {
    db = openSqliteReader(file);
    return db.prepare<[], number>('SELECT position FROM progress').pluck().get() ?? 0;
  } catch {
    return 0;
  } finally {
    db?.close();
  }
}

/** Kinds of files that are in use besides the current read models. */
type Spared = 'building' | 'rebuilt';

/**
 * Removes files of other versions and of rebuilds, except those kinds that are in use. Repeats until nothing is left to remove,
 * because a rebuild that ends meanwhile renames its file.
 */
export function removeStrays(folder: string, current: readonly Named[], spared: readonly Spared[] = []): void {
  const kept = new Set(current.flatMap((each) => SUFFIXES.map((suffix) => readModelFile(folder, each) + suffix)));
  if (spared.includes('rebuilt')) for (const each of current) kept.add(rebuiltFile(folder, each));
  const isStray = (name: string): boolean => {
    const found = OURS.exec(name);
    const kind = found?.[1] ?? found?.[2];
    return kind !== undefined && !(kind === 'building' && spared.includes(kind)) && !kept.has(join(folder, name));
  };
  for (;;) {
    const strays = readdirSync(folder).filter(isStray);
    if (strays.length === 0) return;
    for (const name of strays) removePath(join(folder, name));
  }
}
