import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Keeps a file open; what a connection does is given as SQL. */
const PROGRAM = `
  import Database from 'better-sqlite3';
  const [file, sql] = process.argv.slice(1);
  new Database(file).exec(sql);
  process.stdout.write('open');
  setInterval(() => {}, 1_000);`;

/** Another process that keeps a database of a folder open, after this SQL, until it is ended. */
export async function processBeside(folder: string, file: string, sql: string): Promise<{ end(): Promise<void> }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, join(folder, file), sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(end);
  await once(child.stdout, 'data');
  return { end };
}

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
