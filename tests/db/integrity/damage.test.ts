import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DiskFailure } from '#db/disk-guard.ts';
import { StoreSealed } from '#db/integrity/store-sealed.ts';
import { StartFailure } from '#db/disk/start-failure.ts';
import type { Store } from '#db/store.ts';
import { day, hold } from '../changes.ts';
import { type OpenStore, openIn, withDatabase } from '../folder.ts';
import { readRows } from '../rows.ts';
import { killed, shop } from '../shop-files.ts';
import { spoilPart } from '../read-models/spoil.ts';
import { tempFolder } from '../../temp-folder.ts';

const NOTE = 'damage.txt';
const ONCE = { key: 'k1', body: 'b1', answer: null };

/** Does what uses every part of the database, until something fails. */
async function useAll(store: Store): Promise<void> {
  await store.change(hold('b9', { date: day(9), once: ONCE }));
  store.checkpoints.set('mail', 1);
  store.checkpoints.postpone('mail', { position: 1, lane: 'b1', attempts: 1, due: 1, done: [] });
  store.checkpoints.nextPostponed('mail');
  store.checkpoints.isOccupied('mail', 'b1');
  store.credentials.claimAddress('ada@example.com', 'a1', 'hash');
  store.credentials.endSignIns('a1');
}

/** A folder in good order, of which a part was spoiled since, and what it was before. */
async function spoiledShop(part: string) {
  const { store, folder, close } = await shop();
  store.checkpoints.postpone('mail', { position: 1, lane: 'b1', attempts: 1, due: 1, done: [] });
  close();
  const before = killed(folder);
  spoilPart(folder, 'halfday.db', part);
  return { folder, before };
}

async function failing({ store, failures, close }: OpenStore): Promise<DiskFailure> {
  await expect(useAll(store)).rejects.toThrow(DiskFailure);
  close();
  return failures[0] as DiskFailure;
}

const PARTS = [
  'sold_units',
  'idempotency',
  'idempotency_by_age',
  'checkpoints',
  'postponed',
  'postponed_by_lane',
  'postponed_by_due',
];

test.each(PARTS)(
  'after %s turned out to be damaged, the next start saves and shows nothing, and says so',
  async (part) => {
    const { folder, before } = await spoiledShop(part);
    const failure = await failing(openIn(folder));
    expect(failure.cause).toMatchObject({ code: expect.stringMatching('SQLITE_CORRUPT') as string });
    expect(statSync(join(folder, NOTE)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, NOTE), 'utf8')).toContain('halfday.db can no longer be relied on');
    for (const start of ['the first', 'the second']) {
      const { store, failures, close } = openIn(folder);
      expect([start, store.seal?.kind, store.unready]).toEqual([
        start,
        'damage',
        expect.stringMatching(new RegExp(`^halfday\\.db is damaged: .*, of ${part}\\.$`)),
      ]);
      expect(store.seal?.advice).toMatch(/^Stop the server\. Put it back from a backup/);
      await expect(store.change(hold('b8', { date: day(8) }))).rejects.toThrow(StoreSealed);
      expect(() => store.earlierAnswer(ONCE)).toThrow(StoreSealed);
      expect(() => store.updatedQueries()).toThrow(StoreSealed);
      expect(failures).toEqual([]);
      close();
    }
    cpSync(join(folder, NOTE), join(before, NOTE));
    const mended = openIn(before);
    expect(mended.store.seal).toBeNull();
    expect(existsSync(join(before, NOTE))).toBe(false);
    await useAll(mended.store);
  },
);

test('a start tells that the index of the events is damaged, without a note', async () => {
  const { folder } = await spoiledShop('sqlite_autoindex_events_1');
  const { store, failures } = openIn(folder);
  expect(store.unready).toMatch(
    /^halfday\.db is damaged at event 1 .*: the index of its stream does not lead to it\.$/,
  );
  await expect(store.change(hold('b8', { date: day(8) }))).rejects.toThrow(StoreSealed);
  expect((await readRows(store)).bookings).toContainEqual(expect.objectContaining({ id: 'b1', name: 'Ada Reyes' }));
  expect(failures).toEqual([]);
});

test('a note about damage that is there no more is removed', async () => {
  const { folder, close } = await shop();
  close();
  mkdirSync(join(folder, NOTE));
  const { store } = openIn(folder);
  expect(store.seal).toBeNull();
  expect(existsSync(join(folder, NOTE))).toBe(false);
});

test('without a note a start looks at no more than it does always', async () => {
  const { folder } = await spoiledShop('postponed');
  expect(openIn(folder).store.seal).toBeNull();
});

test('a postponed mail of which some cannot be read goes out, and later ones with it', async () => {
  const { store, folder, close } = await shop();
  store.checkpoints.postpone('mail', { position: 1, lane: 'b1', attempts: 1, due: 1, done: ['customer'] });
  close();
  withDatabase(folder, (db) => db.prepare('UPDATE postponed SET done = ?').run('["custom'));
  expect(openIn(folder).store.checkpoints.nextPostponed('mail')).toMatchObject({ position: 1, done: [] });
});

function refusal(folder: string): string {
  try {
    openIn(folder);
  } catch (error) {
    if (error instanceof StartFailure) return error.message;
    throw error;
  }
  throw new Error('it started');
}

test('a folder in the place of the lock ends the start with its name and what to do', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'writer.lock'));
  expect(refusal(folder)).toBe(
    `${join(folder, 'writer.lock')} is no file. Remove it: the server makes the file that it needs.`,
  );
});
