import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FolderStorage } from '#server/outside/storage/folder.ts';
import { NOW } from '../../../events/facts.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { HandClock } from '../../hand-clock.ts';
import { adheresToThePort, bytesOf } from './contract.ts';

const TEXT = { contentType: 'text/plain' };

function open(folder = join(tempFolder(), 'objects')) {
  return { storage: new FolderStorage({ folder, clock: new HandClock(NOW) }), folder };
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
