import { join } from 'node:path';
import { faultOf } from '../../fatal-error.ts';
import type { JobSpec } from '../../jobs.ts';
import type { CheckOptions, DatabaseCheck, OperatedDatabase } from '../../operated-database.ts';
import { DATABASE_FILE } from '../../schema.ts';
import type { Store, StoreOptions } from '../../store.ts';
import { insertJobs } from '../batch-writes.ts';
import { EventLog } from './event-log.ts';
import { openFile, prepareFolder } from './open-file.ts';
import { QueryConnection } from './query-connection.ts';
import { openSqlite, openSqliteReader, runWrites } from './sqlite.ts';
import { SqliteStore } from './sqlite-store.ts';
import { Vault } from './vault.ts';
import { verifyFile } from './verify-file.ts';
import { FolderInUse, tryLockFolder } from './writer-lock.ts';

/** The database of a data folder. */
export class OperatedFile implements OperatedDatabase {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get #file(): string {
    return join(this.#folder, DATABASE_FILE);
  }

  /** Opens it for reading, with its log as stored and the keys of persons. */
  openReader() {
    using opened = new DisposableStack();
    const db = opened.adopt(openSqliteReader(this.#file), (each) => each.close());
    const { queries } = opened.adopt(new QueryConnection(db.name), (each) => each.close());
    const connections = opened.move();
    return { db: queries, log: new EventLog(db), vault: new Vault(db), close: () => connections.dispose() };
  }

  async openStore(options: Pick<StoreOptions, 'now' | 'jobSources' | 'report'>): Promise<Store | null> {
    try {
      await prepareFolder(this.#folder);
      return new SqliteStore(openFile(this.#folder), { folder: this.#folder, ...options });
    } catch (error) {
      if (error instanceof FolderInUse) return null;
      throw error;
    }
  }

  async requestJobs(jobs: readonly JobSpec[], at: number): Promise<void> {
    const db = openSqlite(this.#file);
    try {
      runWrites(db, insertJobs(jobs, at));
    } finally {
      db.close();
    }
  }

  verify(options?: CheckOptions): Promise<DatabaseCheck> {
    return verifyFile(this.#folder, options);
  }

  async inspect(): Promise<{ readonly isServed: boolean; readonly fault: string | null }> {
    const { log, close } = this.openReader();
    try {
      return { isServed: this.#isServed(), fault: await faultOf(() => log.checkTail(this.#file)) };
    } finally {
      close();
    }
  }

  #isServed(): boolean {
    const lock = tryLockFolder(this.#folder);
    lock?.release();
    return lock === null;
  }
}
