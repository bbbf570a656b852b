import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HttpCustomer } from './http-customer.ts';
import { type RunningServer, startServer } from './server.ts';
import { PATIENCE_MS } from '#tests/patience.ts';

/** Simulates a full disk: no file of the process may grow. Ignores the signal that such a write would raise. */
const FULL = {
  program: 'sh',
  args: [
    '-c',
    'ulimit -S -f 0; exec "$0" --import "data:text/javascript,process.on(\'SIGXFSZ\',()=>{})" "$@"',
    process.execPath,
  ],
};

function makeRoom({ process: { pid } }: RunningServer): void {
  const { status } = spawnSync('prlimit', ['--pid', String(pid), '--fsize=unlimited']);
  if (status !== 0) throw new Error('the limit could not be lifted');
}

test('a server started on a full disk serves reads, and accepts writes by itself once there is room', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halfday-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = await startServer({ DATA_FOLDER: folder });
  const held = await new HttpCustomer(before.origin).hold(7);
  const booking = await new HttpCustomer(before.origin).book(5);
  await before.stop();

  const server = await startServer({ DATA_FOLDER: folder }, '/healthz', FULL);
  onTestFinished(async () => void (await server.stop()));
  const visitor = new HttpCustomer(server.origin);
  const ready = await visitor.get('/readyz');
  expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('The data folder cannot be written')]);
  expect(server.output()).toContain('NOTHING IS SAVED: The data folder cannot be written');
  expect((await visitor.get('/book')).status).toBe(200);
  expect((await visitor.get(`/book/confirmation?eventId=${booking}`)).status).toBe(200);
  const refused = await visitor.hold(6);
  expect([refused.status, refused.retryAfter]).toEqual([503, '30']);
  const checkout = (JSON.parse(held.text) as { redirect: string }).redirect.split('/').at(-1);
  const returned = await visitor.get(`/book/return?checkout=${checkout}`);
  expect(returned.status).toBeLessThan(500);

  makeRoom(server);
  await vi.waitFor(async () => expect((await visitor.get('/readyz')).status).toBe(200), {
    timeout: PATIENCE_MS,
    interval: 200,
  });
  expect((await visitor.hold(6)).status).toBe(200);
  expect((await visitor.hold(5)).status).toBe(409);
  expect((await visitor.get('/')).text).not.toContain('take bookings online right now');
  await expect.poll(() => server.output()).toContain('the data folder can be written again');
  expect(await server.stop()).toBe(0);
});

test('a server that was killed and is started on a full disk without its read models has them in memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halfday-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = await startServer({ DATA_FOLDER: folder });
  const booking = await new HttpCustomer(before.origin).book(5);
  before.process.kill('SIGKILL');
  await once(before.process, 'exit');
  for (const name of readdirSync(folder)) if (name.startsWith('read-')) rmSync(join(folder, name));

  const server = await startServer({ DATA_FOLDER: folder }, '/healthz', FULL);
  onTestFinished(async () => void (await server.stop()));
  const visitor = new HttpCustomer(server.origin);
  expect((await visitor.get('/readyz')).status).toBe(503);
  expect((await visitor.get('/book')).status).toBe(200);
  expect((await visitor.get(`/book/confirmation?eventId=${booking}`)).status).toBe(200);
  expect(server.output()).not.toContain('could not be made again');
});
