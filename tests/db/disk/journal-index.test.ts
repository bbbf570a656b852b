import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DiskFailure } from '#db/disk-guard.ts';
import { openFolderReader } from '#db/read-models/rebuild-by-command.ts';
import { day, hold } from '../changes.ts';
import { type OpenStore, openIn, withDatabase } from '../folder.ts';
import { SECOND, killed, shop } from '../shop-files.ts';
import { overwrite } from '../read-models/spoil.ts';

/** A site in use, with the index of a journal as it was before the last changes. */
async function inUse() {
  const open = await shop();
  const index = join(open.folder, 'halfday.db-shm');
  const older = readFileSync(index);
  await open.store.change(hold('b4', { date: day(3) }));
  open.store.credentials.claimAddress('ada@example.com', 'a1', 'hash');
  open.store.manageLinks.remember('token of b4', { booking: 'b4', generation: 0 });
  return { ...open, index, older };
}

/** What a start after the end of the process finds. */
function next({ folder }: OpenStore) {
  const { store } = openIn(killed(folder));
  return {
    unready: store.unready,
    events: store.position,
    link: store.manageLinks.find('token of b4')?.booking,
    address: store.credentials.addressRow('ada@example.com')?.account,
  };
}

const NOTHING_LOST = { unready: null, events: 8, link: 'b4', address: 'a1' };

test('an older index ends the process within a second, and loses nothing', async () => {
  const open = await inUse();
  overwrite(open.index, open.older);
  vi.advanceTimersByTime(SECOND);
  const words = `halfday.db-shm was cut off or written to by another process while it was in use`;
  expect(open.failures).toMatchObject([new DiskFailure(words)]);
  await expect(open.store.change(hold('b5', { date: day(4) }))).rejects.toThrow(DiskFailure);
  expect(next(open)).toEqual(NOTHING_LOST);
});

test('after an older index the very next change is not acknowledged', async () => {
  const open = await inUse();
  overwrite(open.index, open.older);
  await expect(open.store.change(hold('b5', { date: day(4) }))).rejects.toThrow(DiskFailure);
  expect(next(open)).toEqual(NOTHING_LOST);
});

test('after an older index no address is acknowledged', async () => {
  const open = await inUse();
  overwrite(open.index, open.older);
  expect(() => open.store.credentials.claimAddress('ben@example.com', 'a2', 'hash')).toThrow(DiskFailure);
  expect(next(open)).toEqual(NOTHING_LOST);
});

test('an older index that is put in place while a change of the log is under way is noticed before it is acknowledged', async () => {
  const open = await inUse();
  const change = hold('b5', { date: day(4) });
  const committed = open.store.change({
    ...change,
    decide(states, newPerson) {
      overwrite(open.index, open.older);
      return change.decide(states, newPerson);
    },
  });
  await expect(committed).rejects.toThrow(DiskFailure);
});

/** Where an index says how many frames of the journal the database file has, and which pages the frames are of. */
const parts = { 'what it says of the database file': 96, 'what it says of the pages': 136, 'its last byte': 32_767 };

test.each(Object.entries(parts))('a spoiled index is noticed, wherever it is spoiled: %s', async (_, at) => {
  const open = await inUse();
  overwrite(open.index, Buffer.from([0x5a]), at);
  await expect(open.store.change(hold('b5', { date: day(4) }))).rejects.toThrow('halfday.db-shm was');
  expect(next(open)).toEqual(NOTHING_LOST);
});

test('an index that is emptied is noticed by the next change', async () => {
  const open = await inUse();
  const whole = readFileSync(open.index);
  // Memory that is mapped to a file that ends before it cannot be read, not even to close the database.
  onTestFinished(() => overwrite(open.index, whole));
  truncateSync(open.index);
  await expect(open.store.change(hold('b5', { date: day(4) }))).rejects.toThrow('halfday.db-shm was');
});

test('other processes that read from many moments on leave the index as it is, as far as it matters', async () => {
  const open = await inUse();
  for (let index = 4; index < 12; index++) {
    const reader = openFolderReader(open.folder);
    reader.log.head();
    onTestFinished(() => reader.close());
    withDatabase(open.folder, (db) => db.prepare('SELECT * FROM shop').get());
    await open.store.change(hold(`b${index + 1}`, { date: day(index) }));
    vi.advanceTimersByTime(SECOND);
  }
  expect(open.failures).toEqual([]);
});
