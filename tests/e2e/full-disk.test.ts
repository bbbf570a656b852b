import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import { endedStart } from './ended-start.ts';
import { HttpCustomer } from './http-customer.ts';
import { type RunningServer, startServer } from './server.ts';

/** A server that survives the signal (SIGXFSZ) that a write beyond its limit raises. */
const LIMITABLE = {
  program: process.execPath,
  args: ['--import', "data:text/javascript,process.on('SIGXFSZ',()=>{})"],
};

/** Limits how large files of the process may be: with 0 no write succeeds, as when the disk or a quota is used up. */
function limitFiles({ process: { pid } }: RunningServer, bytes: '0' | 'unlimited'): void {
  const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  if (status !== 0) throw new Error('the limit could not be set');
}

test('when the disk takes no writes, reading goes on, and writing resumes without a restart', async () => {
  const server = await startServer({}, '/readyz', LIMITABLE);
  onTestFinished(async () => void (await server.stop()));
  const visitor = new HttpCustomer(server.origin);
  const booking = await visitor.book(5);
  limitFiles(server, '0');
  const refused = await new HttpCustomer(server.origin).hold(6);
  expect([refused.status, refused.retryAfter]).toEqual([503, '30']);
  const ready = await visitor.get('/readyz');
  expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('halfday.db cannot be written')]);
  expect((await visitor.get('/healthz')).status).toBe(200);
  expect((await visitor.get('/book')).status).toBe(200);
  expect((await visitor.get(`/book/confirmation?eventId=${booking}`)).status).toBe(200);

  limitFiles(server, 'unlimited');
  await expect.poll(async () => (await visitor.get('/readyz')).status, { timeout: PATIENCE_MS }).toBe(200);
  expect((await new HttpCustomer(server.origin).hold(6)).status).toBe(200);
  expect((await new HttpCustomer(server.origin).hold(5)).status).toBe(409);
  expect(await server.stop()).toBe(0);
});

test('a start on a full disk ends with what to do, and the next one has everything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halfday-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = await startServer({ DATA_FOLDER: folder });
  const booking = await new HttpCustomer(before.origin).book(5);
  await before.stop();
  const [program, args] = ['sh', ['-c', `ulimit -S -f 0; exec "$0" "$@"`, LIMITABLE.program, ...LIMITABLE.args]];
  const { code, err } = await endedStart({ DATA_FOLDER: folder }, { program, args });
  expect(err).toMatch(/^\S+ cannot be used: the disk .*\. Make room\.$/m);
  expect(code).toBe(1);
  const after = await startServer({ DATA_FOLDER: folder });
  onTestFinished(async () => void (await after.stop()));
  expect((await new HttpCustomer(after.origin).get(`/book/confirmation?eventId=${booking}`)).status).toBe(200);
});
