import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeHead } from '#server/operations/backup/backup-objects.ts';
import { mustRestore } from '#server/operations/backup/restore.ts';
import { FolderStorage } from '#server/outside/storage/folder.ts';
import { StorageUnreachable } from '#server/outside/storage/port.ts';
import { systemClock } from '#server/process/clock.ts';
import { hold, pay } from '../../../db/changes.ts';
import { openIn } from '../../../db/folder.ts';
import { logRows } from '../../../db/rows.ts';
import { tempFolder } from '../../../temp-folder.ts';

function startOf(dataFolder: string, storage = bucket()) {
  return {
    storage,
    decision: mustRestore({ storage, config: { dataFolder, objectStorage: { kind: 's3' } as never } }),
  };
}

const bucket = () => new FolderStorage({ folder: join(tempFolder(), 'bucket'), clock: systemClock });

function unreachable(): FolderStorage {
  const storage = bucket();
  storage.get = () => Promise.reject(new StorageUnreachable('it is down'));
  storage.list = () => {
    throw new StorageUnreachable('it is down');
  };
  return storage;
}

async function shopFolder(): Promise<string> {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  await store.change(pay('b1'));
  await close();
  return folder;
}

test('an empty folder without a backup is a new site', async () => {
  expect(await startOf(tempFolder()).decision).toBe(false);
});

test('an empty folder with a backup must be restored', async () => {
  const storage = bucket();
  await storage.put('backup/generations/a/snapshots/0', Buffer.from('x'), { contentType: 'x' });
  expect(await startOf(tempFolder(), storage).decision).toBe(true);
});

test('while the storage is down, startup fails with an empty folder and succeeds with a database', async () => {
  await expect(startOf(tempFolder(), unreachable()).decision).rejects.toThrow(
    /whether there is a backup .*: it is down/,
  );
  expect(await startOf(await shopFolder(), unreachable()).decision).toBe(false);
});

test('startup succeeds with a database that has the stored head of the log, even with later events', async () => {
  const folder = await shopFolder();
  const storage = bucket();
  expect(await startOf(folder, storage).decision).toBe(false);
  for (const { position, hash } of logRows(folder).slice(-2)) {
    await writeHead(storage, { position, hash });
    expect(await startOf(folder, storage).decision).toBe(false);
  }
});

test('startup fails with a database that is older than its backup or has another history', async () => {
  const folder = await shopFolder();
  const storage = bucket();
  const { position, hash } = logRows(folder).at(-1)!;
  for (const head of [
    { position: position + 1, hash },
    { position: position - 1, hash },
  ]) {
    await writeHead(storage, head);
    await expect(startOf(folder, storage).decision).rejects.toThrow(
      /is older than its backup, or not the same: .* run `npm run events -- restore`\. .* delete the object backup\/head/,
    );
  }
});
