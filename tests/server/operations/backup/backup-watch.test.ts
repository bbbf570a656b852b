import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BackupWatch } from '#server/operations/backup/backup-watch.ts';
import { readHead } from '#server/operations/backup/backup-objects.ts';
import { FolderStorage } from '#server/outside/storage/folder.ts';
import { StorageUnreachable } from '#server/outside/storage/port.ts';
import { hold } from '../../../db/changes.ts';
import { openIn } from '../../../db/folder.ts';
import { logRows } from '../../../db/rows.ts';
import { NOW } from '../../../events/facts.ts';
import { HandClock } from '../../hand-clock.ts';

const MINUTE = 60_000;

/** A shop whose bucket is watched. `replicate` does what Litestream does. */
function watchedShop({ isProduction = true, url = null as string | null } = {}) {
  const clock = new HandClock(NOW);
  const { store, folder } = openIn(undefined, () => clock.now());
  const storage = new FolderStorage({ folder: join(folder, 'objects'), clock });
  const objectStorage = { kind: 's3' } as never;
  const watch = new BackupWatch({
    store,
    clock,
    storage,
    config: { objectStorage, isProduction, database: { folder, url } },
  });
  let objects = 0;
  return {
    clock,
    store,
    storage,
    isExpected: () => watch.isExpected,
    rows: () => logRows(folder),
    replicate: () => storage.put(`backup/generations/a/wal/${objects++}`, Buffer.from('x'), { contentType: 'x' }),
    checked: async () => {
      await watch.check();
      return watch.view();
    },
  };
}

test('a backup is late while an event has waited to be copied for five minutes', async () => {
  const { clock, store, checked, replicate } = watchedShop();
  expect(await checked()).toBeNull();
  await store.change(hold('b1'));
  const since = clock.now();
  expect(await checked()).toBeNull();
  clock.advance(6 * MINUTE);
  expect(await checked()).toEqual({ since, reason: 'Litestream copies nothing' });
  await replicate();
  expect(await checked()).toBeNull();
});

test('a storage failure is reported as the reason of a late backup, and delays nothing', async () => {
  const { clock, store, storage, checked, isExpected } = watchedShop();
  expect(isExpected()).toBe(false);
  await store.change(hold('b1'));
  storage.list = () => {
    throw new StorageUnreachable('it is down');
  };
  clock.advance(6 * MINUTE);
  expect(await checked()).toMatchObject({ reason: 'it is down' });
  expect(isExpected()).toBe(true);
});

test('the head of the log is stored beside the backup', async () => {
  const { store, storage, rows, checked, replicate } = watchedShop();
  await store.change(hold('b1'));
  await replicate();
  await checked();
  const { position, hash } = rows().at(-1)!;
  expect(await readHead(storage)).toEqual({ position, hash });
});
