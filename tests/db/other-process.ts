import { spawn } from 'node:child_process';
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
