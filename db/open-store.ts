import { join } from 'node:path';
import { isUnavailable } from './engine/postgres/unavailable.ts';
import { isUnableToSave as isSqliteAtFault, openSqliteReader } from './engine/sqlite/sqlite.ts';
import { openFile, prepareFolder } from './engine/sqlite/open-file.ts';
import { EventLog } from './engine/sqlite/event-log.ts';
import { DATABASE_FILE } from './schema.ts';
import { QueryConnection } from './engine/sqlite/query-connection.ts';
import { SqliteStore } from './engine/sqlite/sqlite-store.ts';
import type { Store, StoreOptions } from './store.ts';
import type { Queries } from './tables.ts';
import { Vault } from './engine/sqlite/vault.ts';

/** Whether the database is at fault, and not what was asked of it. */
export function isUnableToSave(error: unknown): boolean {
  return isSqliteAtFault(error) || isUnavailable(error);
}

/** Opens the store of a folder, or of a PostgreSQL database. Throws `FatalError`. */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (options.url) {
    // Loaded only where it is used.
    const { openPostgres } = await import('./engine/postgres/open.ts');
    return openPostgres(options.url, options);
  }
  await prepareFolder(options.folder, options);
  return openPrepared(options);
}

/** `openStore` for a folder whose database has its tables. */
export function openPrepared(options: StoreOptions): Store {
  return new SqliteStore(openFile(options.folder, options), options);
}

/** The database of a folder, opened for reading while the site may be writing. */
export interface FolderReader {
  readonly db: Queries;
  readonly log: EventLog;
  readonly vault: Vault;
  close(): void;
}

export function openFolderReader(folder: string): FolderReader {
  using opened = new DisposableStack();
  const db = opened.adopt(openSqliteReader(join(folder, DATABASE_FILE)), (each) => each.close());
  const { queries } = opened.adopt(new QueryConnection(db.name), (each) => each.close());
  const connections = opened.move();
  return { db: queries, log: new EventLog(db), vault: new Vault(db), close: () => connections.dispose() };
}
