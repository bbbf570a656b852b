import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempFolder } from '../temp-folder.ts';
import { HttpCustomer } from './http-customer.ts';
import { startServer } from './server.ts';
import { PATIENCE_MS } from '#tests/patience.ts';

/** Files and folders that other users of the machine could access. */
function open(folder: string): string[] {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ];
  return paths.filter((path) => (lstatSync(path).mode & 0o077) !== 0);
}

test('with any umask, the files of the server and its command line are private to their user', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const folder = tempFolder();
  chmodSync(folder, 0o755);
  const server = await startServer({ DATA_FOLDER: folder });
  onTestFinished(async () => void (await server.stop()));
  await new HttpCustomer(server.origin).book(10);
  await vi.waitFor(() => expect(readdirSync(join(folder, 'mailbox'))).not.toEqual([]), { timeout: PATIENCE_MS });
  spawnSync(process.execPath, ['server/cli/events.ts', 'rebuild'], { env: { DATA_FOLDER: folder } });
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['cookie-secret', 'halfday.db', 'halfday.db-wal', 'mailbox']),
  );
  expect(open(folder)).toEqual([]);
  // Log lines are written in batches, a little later.
  await expect.poll(server.output).toContain('data folder made private');
});
