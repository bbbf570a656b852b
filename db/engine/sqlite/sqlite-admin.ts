import { join } from 'node:path';
import type { AdminDatabase, CheckOptions } from '../../admin-database.ts';
import { faultOf } from '../../fatal-error.ts';
import type { JobSpec } from '../../jobs.ts';
import { verifyLog } from '../../log/verify.ts';
import { DATABASE_FILE } from '../../schema.ts';
import type { Store, StoreOptions } from '../../store.ts';
import { insertJobs } from '../batch-writes.ts';
import { EventLog } from './event-log.ts';
import { openFile, prepareFolder } from './open-file.ts';
import { QueryConnection } from './query-connection.ts';
import { type SqliteDatabase, isBroken, openSqlite, openSqliteReader, runSqliteWrites } from './sqlite.ts';
import { SqliteStore } from './sqlite-store.ts';
import { FolderInUse, tryLockFolder } from './writer-lock.ts';

export class SqliteAdmin implements AdminDatabase {
  readonly #folder: string;
  readonly #file: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, DATABASE_FILE);
  }

  openReader() {
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
    using opened = new DisposableStack();
    const db = opened.adopt(openSqlite(this.#file), (each) => void each.close());
    runSqliteWrites(db, insertJobs(jobs, at));
  }

  async verify({ hashOf = 0, onPage }: CheckOptions = {}) {
    using opened = new DisposableStack();
    const db = opened.adopt(openSqliteReader(this.#file), (each) => void each.close());
    const found = await unlessBroken(() => damagedPage(db), String);
    const log = new EventLog(db);
    const report = (position: number) => onPage?.(position, Math.max(log.head().position, position));
    return {
      chain: await unlessBroken(() => verifyLog(log, { onPage: report })),
      damage: found === null ? null : `${this.#file} is damaged: ${found}. ${log.advice}`,
      hashAt: await unlessBroken(() => log.hashAt(hashOf)),
    };
  }

  async inspect() {
    using opened = new DisposableStack();
    const db = opened.adopt(openSqliteReader(this.#file), (each) => void each.close());
    const fault = await faultOf(() => new EventLog(db).checkTail());
    const lock = tryLockFolder(this.#folder);
    lock?.release();
    return { isServerRunning: lock === null, fault };
  }
}

async function unlessBroken<Found>(
  read: () => Found | Promise<Found>,
  handle: (error: unknown) => Found | null = () => null,
): Promise<Found | null> {
  try {
    return await read();
  } catch (error) {
    if (!isBroken(error)) throw error;
    return handle(error);
  }
}

function damagedPage(db: SqliteDatabase): string | null {
  const found = String(db.pragma('integrity_check(1)', { simple: true }));
  if (found === 'ok') return null;
  const what = found.split('\n').at(-1) ?? found;
  const root = /^Tree (\d+) /.exec(what)?.[1];
  const name = db.prepare<[number], string>('SELECT name FROM sqlite_master WHERE rootpage = ?').pluck();
  const part = root === undefined ? undefined : name.get(Number(root));
  return part === undefined ? what : `${what}, of ${part}`;
}
