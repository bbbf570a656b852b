import type { EventLog } from './event-log.ts';
import type { Projection } from './projections/projection.ts';
import { BOOT, ReadModel } from './read-model.ts';
import { type SqliteDatabase, openSqliteReader } from './sqlite.ts';

/** What a file in a folder says of the log that it was made from. */
export interface KnownLog {
  readonly shop: string;
  readonly position: number;
}

/** Which log a file in a folder knows, and how far; null when it cannot be read, or may be torn. */
export function trustedProgress(file: string): KnownLog | null {
  let db: SqliteDatabase | null = null;
  try {
    db = openSqliteReader(file);
    const found = db.prepare<[], KnownLog & { boot: string }>('SELECT shop, position, boot FROM progress').get();
    return found && (found.boot === 'closed' || found.boot === BOOT) ? found : null;
  } catch {
    return null;
  } finally {
    db?.close();
  }
}

/** Opens a file that is there. Throws when it is torn, of another shape, of another log, or ahead of it. */
export function openTrusted<Row extends object>(
  file: string,
  projection: Projection<Row>,
  log: EventLog,
): ReadModel<Row> {
  const model = new ReadModel(file, projection, log);
  try {
    if (!model.isTrusted) throw new Error('it was in use when the machine went down');
    if (model.position > log.head().position) throw new Error('it is ahead of the log');
    if (!model.isOfThisLog) throw new Error('it was made from another log');
    model.markOpen();
    return model;
  } catch (error) {
    model.release();
    throw error;
  }
}
