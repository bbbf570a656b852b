import { join } from 'node:path';
import { type SqliteDatabase, isBroken, openSqliteReader } from './sqlite.ts';
import { RESTORE_FILE_ADVICE } from '../../fatal-error.ts';
import { EventLog } from './event-log.ts';
import { DATABASE_FILE } from '../../schema.ts';
import type { CheckOptions, DatabaseCheck } from '../../admin-database.ts';

/** Reads every event and every page of a folder's database, while a server may be writing to it. */
export async function verifyFile(folder: string, { hashOf = 0, onPage }: CheckOptions = {}): Promise<DatabaseCheck> {
  const file = join(folder, DATABASE_FILE);
  const db = openSqliteReader(file);
  try {
    const found = await unlessBroken(() => damagedPage(db), String);
    const log = new EventLog(db);
    const report = (position: number) => onPage?.(position, Math.max(log.head().position, position));
    return {
      chain: await unlessBroken(() => log.verify(report)),
      damage: found === null ? null : `${file} is damaged: ${found}. ${RESTORE_FILE_ADVICE}`,
      hashAt: await unlessBroken(() => log.hashAt(hashOf)),
    };
  } finally {
    db.close();
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

/** The first damage that SQLite finds, and the table or index that has it; null when there is none. */
function damagedPage(db: SqliteDatabase): string | null {
  const found = String(db.pragma('integrity_check(1)', { simple: true }));
  if (found === 'ok') return null;
  const what = found.split('\n').at(-1) ?? found;
  const root = /^Tree (\d+) /.exec(what)?.[1];
  const name = db.prepare<[number], string>('SELECT name FROM sqlite_master WHERE rootpage = ?').pluck();
  const part = root === undefined ? undefined : name.get(Number(root));
  return part === undefined ? what : `${what}, of ${part}`;
}
