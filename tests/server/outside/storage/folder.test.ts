import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storageUploads } from '#server/dev/routes.ts';
import { FolderStorage } from '#server/outside/storage/folder.ts';
import { NOW } from '../../../events/facts.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { HandClock } from '../../hand-clock.ts';
import { adheresToThePort, bytesOf, formOf } from './contract.ts';

const TEXT = { contentType: 'text/plain' };

function open(folder = join(tempFolder(), 'objects')) {
  const clock = new HandClock(NOW);
  const storage = new FolderStorage({ folder, clock });
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
    const modes = [folder, join(folder, 'photos%b1%a')].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
  } finally {
    process.umask(before);
  }
});

test('a form without a file, or of another start, is refused', async () => {
  const { storage, send, folder } = open();
  const rule = { contentType: 'image/jpeg', minBytes: 1, maxBytes: 10, expiresSeconds: 60 };
  const post = await open(folder).storage.presignPost('a', rule);
  expect((await send(post.url, formOf(post, 5))).status).toBe(403);
  const own = await storage.presignPost('a', rule);
  const withoutFile = formOf(own, 5);
  withoutFile.delete('file');
  expect((await send(own.url, withoutFile)).status).toBe(400);
});
