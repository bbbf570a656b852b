import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HttpCustomer } from './http-customer.ts';
import { startServer } from './server.ts';

/** The data folder of a killed shop, with a booking. */
async function killedShop(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'halfday-sealed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startServer({ DATA_FOLDER: folder });
  await new HttpCustomer(server.origin).book(5);
  const ended = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await ended;
  return folder;
}

const remove = (folder: string, name: string) => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, name + suffix), { force: true });
};

const REGISTRATION = { name: 'Mallory', email: 'mallory@example.com', password: 'first come first served' };

test.each([
  ['log.db', 'log.db is missing or empty'],
  ['vault.db', 'vault.db is missing or empty'],
])(
  'a server started without %s says so, sells nothing, registers no owner and serves what it can',
  async (file, words) => {
    const folder = await killedShop();
    remove(folder, file);
    const server = await startServer({ DATA_FOLDER: folder }, '/healthz');
    onTestFinished(async () => void (await server.stop()));
    const visitor = new HttpCustomer(server.origin);
    const ready = await visitor.get('/readyz');
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining(words)]);
    expect(server.output()).toContain(`NOTHING IS SAVED: ${words}`);
    expect(server.output()).toContain(`Stop the server and put ${file} back from a backup`);
    for (const path of ['/', '/pricing', '/about', '/legal/terms', '/book']) {
      const page = await visitor.get(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text).toContain('We can’t take bookings online right now');
      expect(page.text).toContain('mailto:hello@halfday.example');
    }
    expect((await visitor.get('/')).text).toContain('No half day is open right now.');
    const held = await visitor.hold(6);
    expect([held.status, held.retryAfter]).toEqual([503, '30']);
    expect(held.text).toContain('storage-down');
    const registered = await visitor.call('register', REGISTRATION);
    expect([registered.status, JSON.parse(registered.text)]).toMatchObject([503, { refusal: 'storage-down' }]);
    expect(existsSync(join(folder, file))).toBe(false);
    expect(await server.stop()).toBe(0);
  },
);

test('the command that a server advises runs where the server ran', async () => {
  const folder = await killedShop();
  remove(folder, 'log.db');
  const server = await startServer({ DATA_FOLDER: folder }, '/healthz');
  onTestFinished(async () => void (await server.stop()));
  const [, program = '', file = ''] = /run `(\S+) (\S+) restore`/.exec(server.output()) ?? [];
  // As in the image, there is no npm beside it.
  const help = execFileSync(program, [file, 'help', 'restore'], { encoding: 'utf8', env: {} });
  expect(help).toContain(`Usage: ${program} ${file} restore`);
});
