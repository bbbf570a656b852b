import { copyFileSync, existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { examine } from '#db/integrity/examine-folder.ts';
import { ArchiveDamaged } from '#server/operations/archive/archive-index.ts';
import { ArchiveWriter } from '#server/operations/archive/archive-writer.ts';
import { restoreFolder } from '#server/operations/archive/restore.ts';
import { forgetCustomer } from '#events/booking/booking-owner.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { CAUSE, day, hold, openMany, pay } from '../../../db/changes.ts';
import { openIn } from '../../../db/folder.ts';
import { countOf, logRows, readRows } from '../../../db/rows.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { ARCHIVE_KEY, archiveAll, bookedShop, bucket, restored } from './archived-shop.ts';

/** The files of a bucket whose names contain these words. */
function objects(folder: string, words: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.includes(words))
    .map((name) => join(folder, name));
}

test('an empty machine has the same events, rows and keys after a restore, and goes on', async () => {
  const shop = await bookedShop();
  shop.store.checkpoints.set('mail', 5);
  const storage = bucket();
  await archiveAll(shop, storage, 3);
  const { folder, result } = await restored(storage);
  expect(result).toMatchObject({ missingEvents: 0, eventsAfterVault: 0, unreadable: [] });
  expect(logRows(folder)).toEqual(logRows(shop.folder));
  expect(countOf(folder, 'sold_units')).toBe(countOf(shop.folder, 'sold_units'));
  expect(examine(folder)).toMatchObject({ chain: { bad: null }, damage: null });
  const { store } = openIn(folder);
  expect(store.unready).toBeNull();
  expect(await readRows(store)).toEqual(await readRows(shop.store));
  expect(store.checkpoints.get('mail')).toBe(5);
  await store.change(pay('b2', { date: day(1) }));
  await expect(store.change(hold('b4'))).rejects.toMatchObject({ refusal: 'slot-taken' });
});

test('the archive itself has no readable personal data, and the vault is not in it without its key', async () => {
  const shop = await bookedShop();
  const folder = join(tempFolder(), 'objects');
  const storage = bucket(folder);
  await archiveAll(shop, storage);
  for (const name of readdirSync(folder)) {
    if (name.startsWith('.')) continue;
    expect(readFileSync(join(folder, name)).includes('SQLite format')).toBe(false);
  }
  await expect(restored(storage, 'another key, which is long enough, too')).rejects.toThrow(
    'ARCHIVE_KEY is not the one',
  );
});

test('a folder with a log is refused, and stays as it was', async () => {
  const shop = await bookedShop();
  const storage = bucket();
  await archiveAll(shop, storage);
  shop.close();
  const before = logRows(shop.folder);
  const restore = restoreFolder({ storage, folder: shop.folder, archiveKey: ARCHIVE_KEY });
  await expect(restore).rejects.toThrow('A restore makes a new one');
  expect(logRows(shop.folder)).toEqual(before);
});

test('a byte that was changed in any segment is told, and nothing is put into the folder', async () => {
  const shop = await bookedShop();
  const objectsFolder = join(tempFolder(), 'objects');
  const storage = bucket(objectsFolder);
  await archiveAll(shop, storage, 2);
  for (const file of objects(objectsFolder, '%log%')) {
    const whole = readFileSync(file);
    const altered = Buffer.from(whole);
    altered[Math.floor(whole.length / 2)]! ^= 1;
    writeFileSync(file, altered);
    const folder = join(tempFolder(), 'to');
    await expect(restoreFolder({ storage, folder, archiveKey: ARCHIVE_KEY })).rejects.toThrow(ArchiveDamaged);
    expect(existsSync(join(folder, 'halfday.db'))).toBe(false);
    expect(existsSync(join(folder, 'restoring'))).toBe(false);
    writeFileSync(file, whole);
  }
  expect((await restored(storage)).result.head).toEqual(shop.store.archiveSource.head);
});

test('a segment that was made by one who can write to the bucket, and has not the key, restores nothing', async () => {
  const shop = await bookedShop();
  const folder = join(tempFolder(), 'objects');
  const storage = bucket(folder);
  await archiveAll(shop, storage);
  const [genuine = ''] = objects(folder, '%log%');
  // All that the forger has: the events, which are not encrypted, and how segments are made.
  const forged = join(tempFolder(), 'forged');
  const parts = { ...shop.parts(bucket(forged)), archiveKey: 'a guess of the forger, as long as it has to be' };
  await archiveAll({ parts: () => parts }, bucket(forged));
  copyFileSync(objects(forged, '%log%')[0]!, genuine);
  await expect(restored(storage)).rejects.toThrow('another ARCHIVE_KEY');
});

test('a segment under the name of another writer counts as altered', async () => {
  const shop = await bookedShop();
  const folder = join(tempFolder(), 'objects');
  const storage = bucket(folder);
  await archiveAll(shop, storage);
  const [name = ''] = objects(folder, '%log%');
  renameSync(name, name.replace('-000000000001-', '-000000000002-'));
  await expect(restored(storage)).rejects.toThrow(ArchiveDamaged);
});

test('zstd reads a segment, though a seal is before it', async () => {
  const shop = await bookedShop();
  const folder = join(tempFolder(), 'objects');
  await archiveAll(shop, bucket(folder));
  const [name = ''] = objects(folder, '%log%');
  expect(zstdDecompressSync(readFileSync(name)).toString()).toContain('"SlotHeld"');
});

test('a vault that knows more events than the archived log says how many are missing; the site goes on', async () => {
  const shop = await bookedShop();
  const storage = bucket();
  const writer = await archiveAll(shop, storage);
  await shop.store.change(hold('b9', { date: day(9) }));
  await writer.archiveVault();
  const { folder, result } = await restored(storage);
  expect(result.missingEvents).toBe(2);
  const { store } = openIn(folder);
  expect(store.unready).toBeNull();
  await store.change(hold('b9', { date: day(9) }));
});

test('a log that knows more than the vault is restored, and says so', async () => {
  const shop = await bookedShop();
  const storage = bucket();
  const writer = await archiveAll(shop, storage);
  for (let index = 0; index < 300; index++) await shop.store.change(hold(`c${index}`, { date: day(10 + index) }));
  await writer.archiveEvents(1000);
  const { folder, result } = await restored(storage);
  expect(result.eventsAfterVault).toBe(600);
  expect(openIn(folder).store.unready).toBeNull();
});

test('a customer who was forgotten after the vault was archived stays forgotten', async () => {
  const shop = await bookedShop();
  const storage = bucket();
  const writer = await archiveAll(shop, storage);
  const booking = bookingStream('b2');
  const person = shop.store.stateOf(booking)!.person;
  await shop.store.change({ streams: { booking }, decide: (states) => forgetCustomer(states, 'a1'), cause: CAUSE });
  shop.store.forget([person]);
  await writer.archiveEvents(1000);
  const { folder } = await restored(storage);
  expect((await readRows(openIn(folder).store)).bookings).toContainEqual(
    expect.objectContaining({ id: 'b2', name: null }),
  );
});

test('a newer vault that cannot be read gives way to the one before', async () => {
  const shop = await bookedShop();
  const folder = join(tempFolder(), 'objects');
  const storage = bucket(folder);
  const writer = await archiveAll(shop, storage);
  await writer.archiveVault();
  writeFileSync(objects(folder, '%vault%').at(-1)!, 'nonsense');
  expect((await restored(storage)).result.unreadable).toHaveLength(1);
});

test('many short segments are replaced by one; the archive restores to the same', async () => {
  const shop = await bookedShop();
  const folder = join(tempFolder(), 'objects');
  const storage = bucket(folder);
  const writer = await ArchiveWriter.claim(shop.parts(storage));
  await writer.archiveVault();
  for (let index = 0; index < 70; index++) {
    await shop.store.change(hold(`c${index}`, { date: day(10 + index) }));
    await writer.archiveEvents(1000);
    await writer.packSegments();
  }
  expect(objects(folder, '%log%').length).toBeLessThan(10);
  expect(logRows((await restored(storage)).folder)).toEqual(logRows(shop.folder));
});

test('an archive of a hundred thousand events restores to the same log', async () => {
  const shop = await bookedShop();
  for (let index = 0; index < 200; index++) {
    await shop.store.change(hold(`m${index}`, { date: day(10 + index) }));
    await shop.store.change(openMany(`m${index}`, 500));
  }
  const storage = bucket();
  await archiveAll(shop, storage, 10_000);
  const { folder, result } = await restored(storage);
  expect(result.head).toEqual(shop.store.archiveSource.head);
  expect(result.head.position).toBeGreaterThan(100_000);
  expect(examine(folder)).toMatchObject({ chain: { bad: null, head: result.head.hash }, damage: null });
});
