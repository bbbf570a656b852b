import { join } from 'node:path';
import { openSqliteReader } from './disk/sqlite.ts';
import { EventLog } from './log/event-log.ts';
import { DATABASE_FILE } from './schema.ts';
import { Vault } from './vault/vault.ts';

/** The log and the keys of a folder, opened for reading while the site may be writing. */
export interface FolderReader {
  readonly log: EventLog;
  readonly vault: Vault;
  close(): void;
}

export function openFolderReader(folder: string): FolderReader {
  const db = openSqliteReader(join(folder, DATABASE_FILE));
  return { log: new EventLog(db), vault: new Vault(db), close: () => db.close() };
}
