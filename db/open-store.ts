import { sqliteAdmin } from './engine/sqlite/sqlite-admin.ts';
import { isUnavailable } from './engine/postgres/unavailable.ts';
import { isFileAtFault } from './engine/sqlite/sqlite.ts';
import { hasDatabase, openFile, prepareFolder } from './engine/sqlite/open-file.ts';
import { SqliteStore } from './engine/sqlite/sqlite-store.ts';
import { EVENTS_COMMAND, FatalError } from './fatal-error.ts';
import { DATABASE_FILE } from './schema.ts';
import { type AdminDatabase, type DatabaseLocation, NoEventLog, type Store, type StoreOptions } from './store.ts';

export function locationName({ folder, url }: DatabaseLocation): string {
  if (!url) return folder;
  const { host, pathname } = new URL(url);
  return `PostgreSQL, ${host}${pathname}`;
}

/** The database is at fault, and not the request. */
export function isStorageError(error: unknown): boolean {
  return isFileAtFault(error) || isUnavailable(error);
}

export async function openStore(options: StoreOptions): Promise<Store> {
  if (options.url) {
    // Loaded only where it is used.
    const { PostgresStore, prepareDatabase } = await import('./engine/postgres/postgres-store.ts');
    const { hasLog } = await import('./engine/postgres/connection.ts');
    if (hasDatabase(options.folder) && !(await hasLog(options.url)))
      throw new FatalError(
        `The database at DATABASE_URL is new, but ${options.folder} has one. Run \`${EVENTS_COMMAND} copy-to-postgres\`, or move ${DATABASE_FILE} away.`,
      );
    return new PostgresStore(await prepareDatabase(options.url, options), options);
  }
  await prepareFolder(options.folder, options);
  return new SqliteStore(openFile(options.folder, options), options);
}

/** PostgreSQL has its own backups, so Litestream copies nothing. */
export function isBackedUpByProvider({ url }: DatabaseLocation): boolean {
  return Boolean(url);
}

/** Rejects with `FatalError` if the database can't be reached, and `NoEventLog` if it has no tables yet. */
export async function openAdmin({ folder, url }: DatabaseLocation): Promise<AdminDatabase> {
  if (!url && !hasDatabase(folder))
    throw new NoEventLog(`There is no event log in ${folder}. DATA_FOLDER says where to look.`);
  if (!url) return sqliteAdmin(folder);
  const { openPostgresAdmin } = await import('./engine/postgres/postgres-admin.ts');
  return openPostgresAdmin(url);
}
