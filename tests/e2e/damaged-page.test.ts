import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spoilPart } from '../db/read-models/spoil.ts';
import { HttpCustomer } from './http-customer.ts';
import { startServer } from './server.ts';

/** A data folder with a booking, and with one damaged page. */
async function spoiledShop(part: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'halfday-damaged-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startServer({ DATA_FOLDER: folder });
  await new HttpCustomer(server.origin).book(5);
  await server.stop();
  spoilPart(folder, 'halfday.db', part);
  return folder;
}

/** The output of a server until it finds the damage, at the start or with the first booking. */
async function outputUntilEnd(folder: string): Promise<string> {
  const server = await startServer({ DATA_FOLDER: folder }, '/healthz').catch((error: Error) => error.message);
  if (typeof server === 'string') return server;
  onTestFinished(async () => void (await server.stop()));
  const ended = once(server.process, 'exit');
  await new HttpCustomer(server.origin).book(6).catch(() => null);
  if (server.process.exitCode === null) await ended;
  expect(server.process.exitCode).toBe(1);
  return server.output();
}

test.each(['sold_units', 'checkpoints'])(
  'a database whose %s is damaged ends the process once; after a restart the site says what to do and takes no bookings',
  async (part) => {
    const folder = await spoiledShop(part);
    expect(await outputUntilEnd(folder)).toContain(
      'halfday.db can no longer be relied on: ending, as it is damaged. Start the server again: it looks at every page and says what to put back from a backup',
    );
    const second = await startServer({ DATA_FOLDER: folder }, '/healthz');
    onTestFinished(async () => void (await second.stop()));
    const visitor = new HttpCustomer(second.origin);
    expect((await visitor.get('/readyz')).text).toMatch(/halfday\.db is damaged: .*, of /);
    expect(second.output()).toContain('Stop the server. Put it back from a backup');
    for (const path of ['/', '/book']) {
      const page = await visitor.get(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text).toContain('We can’t take bookings online right now');
    }
    const held = await visitor.hold(7);
    expect([held.status, held.retryAfter]).toEqual([503, '30']);
    expect(await second.stop()).toBe(0);
  },
);
