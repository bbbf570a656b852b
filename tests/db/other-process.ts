import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** In this mode SQLite takes the database file itself with its first read, and looks at no other file. */
const TAKER = `
  import Database from 'better-sqlite3';
  const db = new Database(process.argv[1], { timeout: 0 });
  db.pragma('locking_mode = EXCLUSIVE');
  db.prepare('SELECT * FROM sqlite_master').get();
  process.exit();`;

/** Has another process try to take a database of a folder to itself. Returns what SQLite says to it. */
export function takenByProcess(folder: string, file: string): string {
  const args = ['--input-type=module', '-e', TAKER, join(folder, file)];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return status === 0 ? 'taken' : (/SqliteError: (.*)/.exec(stderr)?.[1] ?? stderr);
}
