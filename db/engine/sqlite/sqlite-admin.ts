import { join } from 'node:path';
import type { AdminDatabase } from '../../store.ts';
import { faultOf } from '../../fatal-error.ts';
import { verifyLog } from '../../log/verify.ts';
import { DATABASE_FILE } from '../../schema.ts';
import { insertJobs } from '../batch-writes.ts';
import { EventLog } from './event-log.ts';
import { openFile, prepareFolder } from './open-file.ts';
import { QueryConnection } from './query-connection.ts';
import { type SqliteDatabase, isBroken, openSqlite, openSqliteReader, runSqliteWrites } from './sqlite.ts';
import { SqliteStore } from './sqlite-store.ts';
import { FolderInUse, tryLockFolder } from './writer-lock.ts';

export function sqliteAdmin(folder: string): AdminDatabase {
  const file = join(folder, DATABASE_FILE);
  return {
    async openReader() {
      const connection = new QueryConnection(file);
      return { db: connection.queries, close: () => connection.close() };
    },
    async openStore(options) {
      try {
        await prepareFolder(folder);
        return new SqliteStore(openFile(folder), { folder, ...options });
      } catch (error) {
        if (error instanceof FolderInUse) return null;
        throw error;
      }
    },
    async requestJobs(jobs, at) {
      using opened = new DisposableStack();
      const db = opened.adopt(openSqlite(file), (each) => void each.close());
      runSqliteWrites(db, insertJobs(jobs, at));
    },
    async verify({ hashOf = 0, onPage } = {}) {
      using opened = new DisposableStack();
      const db = opened.adopt(openSqliteReader(file), (each) => void each.close());
      const found = await unlessBroken(() => damagedPage(db), String);
      const log = new EventLog(db);
      const report = (position: number) => onPage?.(position, Math.max(log.head().position, position));
      return {
        chain: await unlessBroken(() => verifyLog(log, { onPage: report })),
        damage: found === null ? null : `${file} is damaged: ${found}. ${log.advice}`,
        hashAt: await unlessBroken(() => log.hashAt(hashOf)),
      };
    },
    async inspect() {
      using opened = new DisposableStack();
      const db = opened.adopt(openSqliteReader(file), (each) => void each.close());
      const fault = await faultOf(() => new EventLog(db).checkTail());
      const lock = tryLockFolder(folder);
      lock?.release();
      return { isServerRunning: lock === null, fault };
    },
  };
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
