import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

/** What names the files of a read model. */
interface Named {
  readonly name: string;
  readonly version: number;
}

/** The file of a projection's current version. */
export function readModelFile(folder: string, { name, version }: Named): string {
  return join(folder, `read-${name}-${version}.db`);
}

/** Where a file rebuilt by the command line waits for the writer to take it. */
export function rebuiltFile(folder: string, { name, version }: Named): string {
  return join(folder, `rebuilt-${name}-${version}.db`);
}

/** What the command line builds. */
export function buildingFile(folder: string, { name, version }: Named): string {
  return join(folder, `building-${name}-${version}.db`);
}

/** What the writer's process builds; another name each time. */
export function freshFile(folder: string, { name, version }: Named): string {
  return join(folder, `fresh-${name}-${version}-${randomUUID().slice(0, 8)}.db`);
}

/** A file, and what SQLite keeps beside it. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** Removes a file with what SQLite keeps beside it. */
export function removeReadModelFile(file: string): void {
  for (const suffix of SUFFIXES) rmSync(file + suffix, { force: true, recursive: true });
}

/** Puts a rebuilt file, closed in good order, in the place of the current one. */
export function replaceReadModelFile(current: string, rebuilt: string): void {
  removeReadModelFile(current);
  renameSync(rebuilt, current);
}

/**
 * The names that are given above, of any version, and an operator's copies of such files, as `.db.bak`: forgetting a customer
 * has to reach them all, and they can be made again.
 */
const OURS = /^(?:(read|rebuilt|building)-[a-z-]+-\d+|(fresh)-[a-z-]+-\d+-[0-9a-f]{8})\.db(?:$|[-.~])/;

/** Whether a name is that of a served read model, of any version. */
export function isReadModelName(name: string): boolean {
  return name.endsWith('.db') && OURS.exec(name)?.[1] === 'read';
}

/** Kinds of files that are in use although no current read model is in them. */
type Spared = 'building' | 'rebuilt';

/**
 * Removes what is left of read models of other versions, and of rebuilds, but for those kinds that are in use. Looks until there
 * is nothing more: a rebuild that ends meanwhile gives its file another name.
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
    for (const name of strays) rmSync(join(folder, name), { force: true, recursive: true });
  }
}
