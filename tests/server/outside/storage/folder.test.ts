import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FatalError } from '#db/fatal-error.ts';
import { storageUploads } from '#server/dev/routes.ts';
import { FolderStorage } from '#server/outside/storage/folder.ts';
import { StorageUnreachable } from '#server/outside/storage/port.ts';
import { NOW } from '../../../events/facts.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { HandClock } from '../../hand-clock.ts';
import { adheresToThePort, bytesOf, formOf } from './contract.ts';

const TEXT = { contentType: 'text/plain' };

function open(folder = join(tempFolder(), 'objects')) {
  const clock = new HandClock(NOW);
  const storage = new FolderStorage({ folder, clock, secrets: ['a secret of the tests'] });
  const app = storageUploads({ storage });
  return {
    storage,
    folder,
    clock,
    send: async (url: string, body: FormData) => app.request(url, { method: 'POST', body }),
    expire: async (seconds: number) => clock.advance(seconds * 1000),
  };
}

describe('the folder', () => {
  adheresToThePort(open);
});

test('the folder and its files are for this user alone, whatever the umask', async () => {
  const before = process.umask(0);
  try {
    const { storage, folder } = open();
    await storage.put('photos/b1/a', bytesOf('x'), TEXT);
    const modes = [folder, join(folder, '.new'), join(folder, 'photos%b1%a')].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  } finally {
    process.umask(before);
  }
});

test('an object has the time of the clock', async () => {
  const { storage, clock } = open();
  clock.advance(86_400_000);
  await storage.put('a', bytesOf('x'), TEXT);
  for await (const [only] of storage.list('')) expect(only?.lastModified).toBe(NOW + 86_400_000);
});

test('objects survive a restart; the serving process removes a crash’s partial files', async () => {
  const { storage, folder } = open();
  const half = join(folder, '.new', 'half');
  await storage.put('a', bytesOf('x'), TEXT);
  writeFileSync(half, 'personal');
  const again = open(folder).storage;
  expect(await again.get('a')).not.toBeNull();
  // A command beside a server that is just writing it.
  expect(existsSync(half)).toBe(true);
  again.removeHalves();
  expect(existsSync(half)).toBe(false);
});

test('a failed write leaves no partial file', async () => {
  const { storage, folder } = open();
  mkdirSync(join(folder, 'a'), { recursive: true });
  await expect(storage.put('a', bytesOf('x'), TEXT)).rejects.toThrow(StorageUnreachable);
  expect(readdirSync(join(folder, '.new'))).toEqual([]);
});

test('what another program put into the folder stops no list, and keeps no object from being deleted', async () => {
  const { storage, folder } = open();
  await storage.put('photos/a', bytesOf('x'), TEXT);
  mkdirSync(join(folder, 'photos%'));
  symlinkSync('photos%loop', join(folder, 'photos%loop'));
  writeFileSync(join(folder, 'photos%My photo.jpg'), 'x');
  const pages = await Array.fromAsync(storage.list('photos/'));
  expect(pages.flat().map(({ key }) => key)).toEqual(['photos/My photo.jpg', 'photos/a']);
  mkdirSync(join(folder, 'photos%0'));
  await expect(storage.delete(['photos/0', 'photos/a'])).rejects.toThrow(StorageUnreachable);
  expect(await storage.get('photos/a')).toBeNull();
});

test('a folder that was removed while the site runs is created again', async () => {
  const { storage, folder } = open();
  await storage.put('a', bytesOf('x'), TEXT);
  rmSync(folder, { recursive: true });
  expect(await storage.get('a')).toBeNull();
  await storage.delete(['a']);
  await storage.put('b', bytesOf('y'), TEXT);
  expect(await storage.get('b')).not.toBeNull();
});

test('a file in place of the folder is refused at the start, and is an outage later', async () => {
  const { storage, folder } = open();
  writeFileSync(folder, 'no folder');
  await expect(storage.put('a', bytesOf('x'), TEXT)).rejects.toThrow(StorageUnreachable);
  expect(() => open(folder)).toThrow(FatalError);
});

test('a form that is signed with another secret, or is no form, is refused', async () => {
  const { storage, send, folder, clock } = open();
  const other = new FolderStorage({ folder, clock, secrets: ['another'] });
  const rule = { contentType: 'image/jpeg', minBytes: 1, maxBytes: 10, expiresSeconds: 60 };
  const post = await other.presignPost('a', rule);
  expect((await send(post.url, formOf(post, 5))).status).toBe(403);
  const own = await storage.presignPost('a', rule);
  const withoutFile = formOf(own, 5);
  withoutFile.delete('file');
  expect((await send(own.url, withoutFile)).status).toBe(400);
  expect((await send(own.url, formOf(own, 5, { Signature: '' }))).status).toBe(403);
});
