import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import { tempFolder } from '../temp-folder.ts';
import { endedStart } from './ended-start.ts';
import { HttpCustomer } from './http-customer.ts';
import { type RunningServer, startServer } from './server.ts';

/** A write beyond a limit on the size of files would otherwise end the process with a signal. */
const UNBROKEN = { program: process.execPath, args: ['--import', "data:text/javascript,process.on('SIGXFSZ',()=>{})"] };

const patiently = (check: () => Promise<void>) => vi.waitFor(check, { timeout: PATIENCE_MS, interval: 200 });

/** Limits the size of files that a process may write, as on a full disk. Returns the function that lifts the limit. */
function limitFiles({ process: { pid } }: RunningServer): () => void {
  const limit = (size: string) => {
    const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${size}:unlimited`]);
    if (status !== 0) throw new Error('the limit could not be set');
  };
  limit('0');
  return () => limit('unlimited');
}

/** Takes the write lock of a running server's database. Returns the function that releases it. */
function lockDatabase({ folder }: RunningServer): () => void {
  const db = new Database(join(folder, 'halfday.db'));
  onTestFinished(() => void db.close());
  db.exec('BEGIN IMMEDIATE');
  return () => void db.exec('ROLLBACK');
}

/** Keeps the data folder on a small disk of its own, which root can mount. */
const SMALL_DISK = {
  program: 'unshare',
  args: ['-m', 'sh', '-c', 'mount -t tmpfs -o size=48m disk "$DATA_FOLDER"; exec "$0" "$@"', process.execPath],
};
const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'disk', tmpdir()]).status === 0;

/** Fills the small disk of a server. Returns the function that makes room. */
function fillDisk({ process: { pid }, folder }: RunningServer): () => void {
  const filler = join(`/proc/${pid}/root`, folder, 'filler');
  // Fails when there is no room left.
  spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k']);
  return () => rmSync(filler);
}

interface Refusing {
  readonly start: Parameters<typeof startServer>[2];
  readonly refuse: (server: RunningServer) => () => void;
  readonly words: RegExp;
}

const CASES: Record<string, Refusing> = {
  'the disk is full': canMount
    ? { start: SMALL_DISK, refuse: fillDisk, words: /halfday\.db cannot be written: database or disk is full/ }
    : { start: UNBROKEN, refuse: limitFiles, words: /cannot be written/ },
  'another program keeps the write lock of the database': {
    start: {},
    refuse: lockDatabase,
    words: /halfday\.db cannot be written: database is locked/,
  },
};

test.each(Object.keys(CASES))('while %s, pages are served, saving is refused, and /readyz says why', async (name) => {
  const { start, refuse, words } = CASES[name]!;
  const server = await startServer({}, '/readyz', start);
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
  await expect.poll(() => server.output(), { timeout: PATIENCE_MS }).toContain('writes refused');
  // Each second, the server tries whether it can write.
  for (const from = performance.now(); performance.now() - from < 1500;)
    expect((await visitor.get('/readyz')).status).toBe(503);
  end();
  await patiently(async () => expect((await visitor.get('/readyz')).status).toBe(200));
  expect((await visitor.hold(6)).status).toBe(200);
  await expect.poll(() => server.output(), { timeout: PATIENCE_MS }).toContain('writes accepted again');
  expect(await server.stop()).toBe(0);
});

test('startup on a full disk fails with advice, and the next startup has all data', async () => {
  const folder = tempFolder();
  const before = await startServer({ DATA_FOLDER: folder });
  const booking = await new HttpCustomer(before.origin).book(5);
  await before.stop();
  const args = ['-c', 'ulimit -S -f 0; exec "$0" "$@"', UNBROKEN.program, ...UNBROKEN.args];
  const { code, err } = await endedStart({ DATA_FOLDER: folder }, { program: 'sh', args });
  expect(err).toMatch(/halfday\.db cannot be used: .*\. Make room\.$/m);
  expect(code).toBe(1);
  const after = await startServer({ DATA_FOLDER: folder });
  onTestFinished(async () => void (await after.stop()));
  expect((await new HttpCustomer(after.origin).get(`/book/confirmation?eventId=${booking}`)).status).toBe(200);
});
