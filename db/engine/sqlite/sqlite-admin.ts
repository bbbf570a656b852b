import { join } from 'node:path';
import { faultOf } from '../../fatal-error.ts';
import type { JobSpec } from '../../jobs.ts';
import type { CheckOptions, DatabaseCheck, AdminDatabase, DatabaseReader } from '../../admin-database.ts';
import { DATABASE_FILE } from '../../schema.ts';
import type { Store, StoreOptions } from '../../store.ts';
import { insertJobs } from '../batch-writes.ts';
import { EventLog } from './event-log.ts';
import { openFile, prepareFolder } from './open-file.ts';
import { QueryConnection } from './query-connection.ts';
import { openSqlite, openSqliteReader, runSqliteWrites } from './sqlite.ts';
import { SqliteStore } from './sqlite-store.ts';
import { verifyFile } from './verify-file.ts';
import { FolderInUse, tryLockFolder } from './writer-lock.ts';

export class SqliteAdmin implements AdminDatabase {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get #file(): string {
    return join(this.#folder, DATABASE_FILE);
  }

  openReader(): DatabaseReader {
    const connection = new QueryConnection(this.#file);
    return { db: connection.queries, close: () => connection.close() };
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
      runSqliteWrites(db, insertJobs(jobs, at));
    } finally {
      db.close();
    }
  }

  verify(options?: CheckOptions): Promise<DatabaseCheck> {
    return verifyFile(this.#folder, options);
  }

  async inspect(): Promise<{ readonly isServerRunning: boolean; readonly fault: string | null }> {
    const db = openSqliteReader(this.#file);
    try {
      const fault = await faultOf(() => new EventLog(db).checkTail(this.#file));
      return { isServerRunning: this.#isServerRunning(), fault };
    } finally {
      db.close();
    }
  }

  #isServerRunning(): boolean {
    const lock = tryLockFolder(this.#folder);
    lock?.release();
    return lock === null;
  }
}
