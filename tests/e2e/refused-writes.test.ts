import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import { HttpCustomer } from './http-customer.ts';
import { type RunningServer, startServer } from './server.ts';

/** A write beyond a limit on the size of files would otherwise end the process with a signal. */
const UNBROKEN = { args: ['--import', "data:text/javascript,process.on('SIGXFSZ',()=>{})"] };

const patiently = (check: () => Promise<void>) => vi.waitFor(check, { timeout: PATIENCE_MS, interval: 200 });

/** Limits the size of files that a process may write, as on a full disk, or lifts the limit. */
function limitFiles({ process: { pid } }: RunningServer, limit: '0' | 'unlimited'): void {
  const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${limit}:unlimited`]);
  if (status !== 0) throw new Error('the limit could not be set');
}

/** Takes the write lock of a running server's log. Returns the function that releases it. */
function lockLog({ folder }: RunningServer): () => void {
  const db = new Database(join(folder, 'halfday.db'));
  onTestFinished(() => void db.close());
  db.exec('BEGIN IMMEDIATE');
  return () => void db.exec('ROLLBACK');
}

test.each<[what: string, refuse: (server: RunningServer) => () => void, words: RegExp]>([
  [
    'the disk takes nothing',
    (server) => {
      limitFiles(server, '0');
      return () => limitFiles(server, 'unlimited');
    },
    /cannot be written/,
  ],
  [
    'another program keeps the write lock of the log',
    lockLog,
    /halfday\.db cannot be written: another process keeps it/,
  ],
])('while %s, pages are served, saving is refused, and /readyz says why', async (_, refuse, words) => {
  const server = await startServer({}, '/readyz', UNBROKEN);
  onTestFinished(async () => void (await server.stop()));
  const visitor = new HttpCustomer(server.origin);
  const booking = await visitor.book(5);
  const end = refuse(server);
  const refused = await visitor.hold(6);
  expect([refused.status, refused.retryAfter]).toEqual([503, '30']);
  await patiently(async () => {
    const ready = await visitor.get('/readyz');
    expect([ready.status, ready.text]).toEqual([503, expect.stringMatching(words)]);
  });
  for (const path of ['/healthz', '/', '/book', `/book/confirmation?eventId=${booking}`]) {
    expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
  }
  await expect.poll(() => server.output(), { timeout: PATIENCE_MS }).toContain('nothing can be saved at present');
  end();
  await patiently(async () => expect((await visitor.get('/readyz')).status).toBe(200));
  expect((await visitor.hold(6)).status).toBe(200);
  await expect.poll(() => server.output(), { timeout: PATIENCE_MS }).toContain('everything can be saved again');
  expect(await server.stop()).toBe(0);
});
