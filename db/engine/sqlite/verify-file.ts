import { join } from 'node:path';
import { type SqliteDatabase, isBroken, openSqliteReader } from './sqlite.ts';
import { RESTORE_ADVICE } from '../../fatal-error.ts';
import { EventLog } from './event-log.ts';
import { DATABASE_FILE } from '../../schema.ts';
import { verifyChain } from '../../log/verify.ts';
import type { CheckOptions, DatabaseCheck } from '../../operated-database.ts';

/** Reads every event and every page of a folder's database, while a server may be writing to it. */
export function verifyFile(folder: string, { hashOf = 0, onPage }: CheckOptions = {}): DatabaseCheck {
  const file = join(folder, DATABASE_FILE);
  const db = openSqliteReader(file);
  try {
    const found = unlessBroken(() => damagedPage(db), String);
    const log = new EventLog(db);
    const read = () => verifyChain(log, (position) => onPage?.(position, Math.max(log.head().position, position)));
    return {
      chain: unlessBroken(read, () => null),
      damage: found === null ? null : `${file} is damaged: ${found}. ${RESTORE_ADVICE}`,
      hashAt: unlessBroken(
        () => log.hashAt(hashOf),
        () => null,
      ),
    };
  } finally {
    db.close();
  }
}

function unlessBroken<Found>(read: () => Found, handle: (error: unknown) => Found | null): Found | null {
  try {
    return read();
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
