import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFolderReader } from '#db/read-models/rebuild-by-command.ts';
import { comparedLogOf } from '#server/cli/archive-words.ts';
import { ArchiveDamaged, readIndex } from '#server/operations/archive/archive-index.ts';
import { ArchiveRefused, ArchiveWriter } from '#server/operations/archive/archive-writer.ts';
import { type ComparedLog, compareEvents, compareNames } from '#server/operations/archive/compare.ts';
import { StorageUnreachable } from '#server/outside/storage/port.ts';
import { day, hold } from '../../../db/changes.ts';
import { openIn, tamper } from '../../../db/folder.ts';
import { logRows } from '../../../db/rows.ts';
import { killed } from '../../../db/shop-files.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { ARCHIVE_KEY, FaultyStorage, type Shop, archiveAll, bookedShop, bucket, restored } from './archived-shop.ts';

/** The log of a shop, to compare an archive with. */
const logOf = ({ store }: Pick<Shop, 'store'>) => ({
  shop: store.archiveSource.shop,
  end: store.position,
  hashAt: (position: number) => store.archiveSource.hashAt(position),
});

/** The same shop on another machine. */
function openCopy(folder: string) {
  const { store, ...open } = openIn(folder);
  return {
    ...open,
    store,
    parts: (storage: Parameters<Shop['parts']>[0]) => ({
      storage,
      source: store.archiveSource,
      archiveKey: ARCHIVE_KEY,
      now: Date.now,
    }),
  };
}

test('each start goes on where the archive ends', async () => {
  const shop = await bookedShop();
  const storage = bucket();
  await archiveAll(shop, storage, 2);
  await shop.store.change(hold('b4', { date: day(4) }));
  const writer = await ArchiveWriter.claim(shop.parts(storage));
  expect(writer.head.position).toBe(shop.store.position - 2);
  expect(await writer.archiveEvents(1000)).toBe(true);
  expect(logRows((await restored(storage)).folder)).toEqual(logRows(shop.folder));
});

test('a writer whose archive another one has claimed stops, and what arrives late of it does not count', async () => {
  const shop = await bookedShop();
  const storage = new FaultyStorage(bucket());
  const first = await archiveAll(shop, storage);
  const other = openCopy(killed(shop.folder));
  await shop.store.change(hold('here', { date: day(5) }));
  await other.store.change(hold('there', { date: day(6) }));
  // The second writer claims the archive after the first has looked for its right to write, and before its segment arrives.
  const writers: ArchiveWriter[] = [];
  storage.fault = (method, key) => {
    if (method !== 'put' || !key.startsWith('archive/log/')) return null;
    storage.fault = () => null;
    return ArchiveWriter.claim(other.parts(storage)).then((writer) => void writers.push(writer));
  };
  await first.archiveEvents(1000);
  const [second] = writers;
  await second!.archiveEvents(1000);
  await second!.archiveVault();
  await expect(first.archiveVault()).rejects.toMatchObject({ isSuperseded: true });
  await shop.store.change(hold('late', { date: day(7) }));
  await expect(first.archiveEvents(1000)).rejects.toThrow('another server writes to the archive');
  expect(logRows((await restored(storage)).folder)).toEqual(logRows(other.folder));
  // Nor can it take the archive back: by now its log is another.
  await expect(ArchiveWriter.claim(shop.parts(storage))).rejects.toThrow(ArchiveRefused);
});

test('of five writers that start at once each has a claim of its own, and only the last may write', async () => {
  const shop = await bookedShop();
  const storage = bucket();
  const claims = await Promise.allSettled(Array.from({ length: 5 }, () => ArchiveWriter.claim(shop.parts(storage))));
  const writers = claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []));
  const written = await Promise.allSettled(writers.map((writer) => writer.archiveEvents(1000)));
  expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await readIndex(storage))!.head).toEqual(shop.store.archiveSource.head);
});

test('a bucket with the archive of another site is refused', async () => {
  const storage = bucket();
  await archiveAll(await bookedShop(), storage);
  const other = await bookedShop();
  await expect(ArchiveWriter.claim(other.parts(storage))).rejects.toThrow('the archive of another site');
  await expect(ArchiveWriter.claim(other.parts(storage), { adopts: true })).rejects.toThrow('another site');
});

test('a log whose end was cut off is told, and refused until its operator lets it go on', async () => {
  const shop = await bookedShop();
  const storage = bucket();
  const earlier = killed(shop.folder);
  await shop.store.change(hold('b4', { date: day(4) }));
  await shop.store.change(hold('b5', { date: day(5) }));
  await archiveAll(shop, storage, 3);
  const cut = openCopy(earlier);
  const log = logOf(cut);
  for (const found of [
    await compareNames(storage, log),
    await compareEvents({ storage, archiveKey: ARCHIVE_KEY }, log),
  ])
    expect(found).toMatchObject({ notInLog: 4, firstOther: null, damage: null });
  await expect(ArchiveWriter.claim(cut.parts(storage))).rejects.toThrow('events that halfday.db lacks');
  await cut.store.change(hold('new', { date: day(8) }));
  await cut.store.change(hold('newer', { date: day(9) }));
  await expect(ArchiveWriter.claim(cut.parts(storage))).rejects.toThrow('other events than halfday.db');
  const writer = await ArchiveWriter.claim(cut.parts(storage), { adopts: true });
  await writer.archiveVault();
  while (!(await writer.archiveEvents(2)));
  expect(logRows((await restored(storage)).folder)).toEqual(logRows(cut.folder));
  expect(await compareEvents({ storage, archiveKey: ARCHIVE_KEY }, log)).toMatchObject({
    firstOther: null,
    damage: null,
  });
});

test('events that are recorded and archived during a comparison do not count as lost', async () => {
  const shop = await bookedShop();
  const storage = new FaultyStorage(bucket());
  const writer = await archiveAll(shop, storage);
  const reader = openFolderReader(shop.folder);
  onTestFinished(() => reader.close());
  const goesOn = async () => {
    await shop.store.change(hold(`b${shop.store.position}`, { date: day(shop.store.position) }));
    await writer.archiveEvents(1000);
  };
  const comparisons = [
    (log: ComparedLog) => compareNames(storage, log),
    (log: ComparedLog) => compareEvents({ storage, archiveKey: ARCHIVE_KEY }, log),
  ];
  for (const compare of comparisons) {
    const log = comparedLogOf(reader.log);
    storage.fault = () => {
      storage.fault = () => null;
      return goesOn();
    };
    const before = shop.store.position;
    expect(await compare(log)).toMatchObject({ notInLog: 0, notArchived: 0, position: before + 2 });
  }
});

test('an old event that was rewritten together with all hashes after it is told', async () => {
  const shop = await bookedShop();
  const storage = bucket();
  await archiveAll(shop, storage, 3);
  tamper(shop.folder, `UPDATE events SET hash = 'x' || substr(hash, 2) WHERE position >= 5`);
  const log = logOf(shop);
  expect(await compareEvents({ storage, archiveKey: ARCHIVE_KEY }, log)).toMatchObject({ firstOther: 5, damage: null });
  expect((await compareNames(storage, log))?.firstOther).toBe(4);
});

test('an event that is not as it was written is not archived', async () => {
  const shop = await bookedShop();
  const writer = await ArchiveWriter.claim(shop.parts(bucket()));
  tamper(shop.folder, `UPDATE events SET data = '{}' WHERE position = 3`);
  await expect(writer.archiveEvents(1000)).rejects.toThrow('event 3 is not as it was written');
});

test.each(['down', 'answer lost'] as const)(
  'a call that is repeated after a fault (%s) loses and doubles nothing',
  async (fault) => {
    const shop = await bookedShop();
    const storage = new FaultyStorage(bucket());
    let calls = 0;
    // Each first attempt fails.
    storage.fault = () => ((calls += 1) % 2 === 1 ? fault : null);
    const untilDone = async <Result>(step: () => Promise<Result>): Promise<Result> => {
      for (let tries = 0; tries < 50; tries++) {
        try {
          return await step();
        } catch (error) {
          if (!(error instanceof StorageUnreachable)) throw error;
        }
        storage.fault = () => ((calls += 1) % 3 === 1 ? fault : null);
      }
      throw new Error('it never succeeded');
    };
    const writer = await untilDone(() => ArchiveWriter.claim(shop.parts(storage)));
    await untilDone(() => writer.archiveVault());
    for (let isDone = false; !isDone;) {
      isDone = await untilDone(() => writer.archiveEvents(2));
      if (shop.store.position < 14)
        await shop.store.change(hold(`c${shop.store.position}`, { date: day(30 + shop.store.position) }));
    }
    storage.fault = () => null;
    await writer.archiveEvents(1000);
    expect(logRows((await restored(storage)).folder)).toEqual(logRows(shop.folder));
  },
);

test('an object with the name of a segment that was not written by it is told', async () => {
  const shop = await bookedShop();
  const folder = join(tempFolder(), 'objects');
  const storage = bucket(folder);
  const writer = await ArchiveWriter.claim(shop.parts(storage));
  const copy = join(tempFolder(), 'copy');
  cpSync(folder, copy, { recursive: true });
  await writer.archiveEvents(1000);
  const name = readdirSync(folder).find((each) => each.startsWith('archive%log%'));
  const again = await ArchiveWriter.claim(shop.parts(bucket(copy)));
  writeFileSync(join(copy, name!.replace('-000000000001-', '-000000000002-')), 'nonsense');
  await expect(again.archiveEvents(1000)).rejects.toThrow(ArchiveDamaged);
});

test('an archive that lacks a segment says so', async () => {
  const shop = await bookedShop();
  const folder = join(tempFolder(), 'objects');
  const storage = bucket(folder);
  await archiveAll(shop, storage, 2);
  const [, second] = readdirSync(folder)
    .filter((each) => each.startsWith('archive%log%'))
    .sort();
  rmSync(join(folder, second!));
  expect((await compareNames(storage, logOf(shop)))?.damage).toBe('it lacks events 3 to 4');
  await expect(ArchiveWriter.claim(shop.parts(storage))).rejects.toThrow('events are missing in the archive');
  const writer = await ArchiveWriter.claim(shop.parts(storage), { adopts: true });
  await writer.archiveVault();
  while (!(await writer.archiveEvents(3)));
  expect(logRows((await restored(storage)).folder)).toEqual(logRows(shop.folder));
});

test('under another ARCHIVE_KEY the archive is refused, and written anew when its operator says so', async () => {
  const shop = await bookedShop();
  const storage = bucket();
  await archiveAll(shop, storage, 2);
  const archiveKey = 'the key that the operator changed it to';
  const parts = { ...shop.parts(storage), archiveKey };
  await expect(ArchiveWriter.claim(parts)).rejects.toThrow('written under another ARCHIVE_KEY');
  const writer = await ArchiveWriter.claim(parts, { adopts: true });
  await writer.archiveVault();
  while (!(await writer.archiveEvents(3)));
  expect(logRows((await restored(storage, archiveKey)).folder)).toEqual(logRows(shop.folder));
});

test('an archive from before segments were sealed is refused in the same way, and written anew', async () => {
  const shop = await bookedShop();
  const folder = join(tempFolder(), 'objects');
  const storage = bucket(folder);
  await archiveAll(shop, storage, 2);
  const named = (words: string) => readdirSync(folder).filter((each) => each.startsWith(words));
  for (const name of named('archive%epochs%')) {
    const { key: _, ...claim } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { readonly key: string };
    writeFileSync(join(folder, name), JSON.stringify(claim));
  }
  const SEAL_BYTES = 40;
  for (const name of named('archive%log%'))
    writeFileSync(join(folder, name), readFileSync(join(folder, name)).subarray(SEAL_BYTES));
  await expect(ArchiveWriter.claim(shop.parts(storage))).rejects.toThrow('written under another ARCHIVE_KEY');
  await expect(restored(storage)).rejects.toThrow(ArchiveDamaged);
  const writer = await ArchiveWriter.claim(shop.parts(storage), { adopts: true });
  await writer.archiveVault();
  while (!(await writer.archiveEvents(3)));
  expect(logRows((await restored(storage)).folder)).toEqual(logRows(shop.folder));
});

test('only the last ten claims are kept', async () => {
  const shop = await bookedShop();
  const storage = bucket();
  for (let starts = 0; starts < 15; starts++) await archiveAll(shop, storage);
  const { epochs } = (await readIndex(storage))!;
  expect(epochs.map(({ epoch }) => epoch)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
});
