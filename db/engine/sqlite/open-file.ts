import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrateSqlite } from './migrate.ts';
import { type SqliteDatabase, openSqlite, assertWritable } from './sqlite.ts';
import { RESTORE_FILE_ADVICE, wrapFileErrors, toFatalError } from '../../fatal-error.ts';
import { lockFolder } from './writer-lock.ts';
import { EventLog } from './event-log.ts';
import type { StoreOptions } from '../../store.ts';
import { DATABASE_FILE, SANDBOX_SCHEMA, SITE_SCHEMA, type Schema } from '../../schema.ts';

export interface OpenFile {
  readonly db: SqliteDatabase;
  readonly checkedEvents: number;
  close(): void;
}

export function hasDatabase(folder: string): boolean {
  return (lstatSync(join(folder, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Creates what is missing. Throws `FatalError`. */
export async function prepareFolder(folder: string, { withSandbox = false } = {}): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  const file = join(folder, DATABASE_FILE);
  try {
    const db = wrapFileErrors(file, RESTORE_FILE_ADVICE, () => openSqlite(file));
    try {
      const schemas: readonly Schema[] = withSandbox ? [SITE_SCHEMA, SANDBOX_SCHEMA] : [SITE_SCHEMA];
      for (const schema of schemas) await migrateSqlite(db, schema);
    } catch (error) {
      throw toFatalError(error, file, RESTORE_FILE_ADVICE) ?? error;
    } finally {
      db.close();
    }
  } finally {
    lock.release();
  }
}

/** Opens a prepared folder as its only writer. Throws `FatalError`. */
export function openFile(
  folder: string,
  { mayLoseCommits = false }: Pick<StoreOptions, 'mayLoseCommits'> = {},
): OpenFile {
  const file = join(folder, DATABASE_FILE);
  using opened = new DisposableStack();
  opened.adopt(lockFolder(folder), (each) => each.release());
  return wrapFileErrors(file, RESTORE_FILE_ADVICE, () => {
    const db = opened.adopt(openSqlite(file), (each) => {
      // The last checkpoint then fsyncs what was written with `synchronous = OFF`.
      each.pragma('synchronous = FULL');
      each.close();
    });
    assertWritable(db);
    const checkedEvents = new EventLog(db).checkTail();
    if (mayLoseCommits) db.pragma('synchronous = OFF');
    const files = opened.move();
    return { db, checkedEvents, close: () => files.dispose() };
  });
}
