import type * as FileSystem from 'node:fs';
import { statSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isUnableToSave } from '#db/integrity/store-sealed.ts';
import { CAUSE, day, hold, pay } from '../changes.ts';
import { type OpenStore, openIn } from '../folder.ts';
import { readRows } from '../rows.ts';

/** The time between two looks at the files. */
const SECOND = 1000;

/** A machine that stands still for a moment will not do so each time. */
const TIMED = { retry: 2 };

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  return {
    ...fs,
    statfsSync: vi.fn<typeof fs.statfsSync>(fs.statfsSync),
    writeFileSync: vi.fn<typeof fs.writeFileSync>(fs.writeFileSync),
  };
});

/** A store with a booking, whose looks come when the test says so. */
async function inUse() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const open = openIn();
  await open.store.change(hold('b1'));
  await readRows(open.store);
  vi.advanceTimersByTime(SECOND);
  return open;
}

/** Takes a file's write lock as another program does. Returns how it ends. */
function lockBeside(folder: string, file: string) {
  const db = new Database(join(folder, file), { timeout: 0 });
  onTestFinished(() => void db.close());
  db.exec('BEGIN IMMEDIATE');
  return {
    commit: (sql: string) => {
      db.exec(sql);
      db.exec('COMMIT');
    },
    rollback: () => db.exec('ROLLBACK'),
  };
}

const refusalOf = (store: OpenStore['store'], booking: string, index: number): Promise<unknown> =>
  store.change(hold(booking, { date: day(index) })).then(
    () => null,
    (error: unknown) => error,
  );

test.each<[file: string, write: (store: OpenStore['store']) => Promise<unknown>]>([
  ['halfday.db', (store) => store.change(hold('b2', { date: day(1) }))],
  ['halfday.db', async (store) => store.forget(['nobody'])],
])(
  'while another program has the write lock of %s, writes are refused and reading continues; writing resumes afterwards',
  async (file, write) => {
    const { store, folder, failures, reports } = await inUse();
    const lock = lockBeside(folder, file);
    vi.advanceTimersByTime(SECOND);
    expect(store.unready).toBe(`${file} cannot be written: another process keeps it to itself (SQLITE_BUSY)`);
    await expect(write(store)).rejects.toSatisfy(isUnableToSave);
    expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1' }]);
    vi.advanceTimersByTime(SECOND);
    expect(store.unready).toContain(file);
    lock.rollback();
    vi.advanceTimersByTime(SECOND);
    expect(store.unready).toBeNull();
    await write(store);
    await store.change(pay('b1'));
    expect(failures).toEqual([]);
    expect(reports.map(({ message }) => message)).toEqual([
      'nothing can be saved at present',
      'everything can be saved again',
    ]);
  },
);

test('a change that meets the lock first says so at once', async () => {
  const { store, folder } = await inUse();
  lockBeside(folder, 'halfday.db');
  expect(isUnableToSave(await refusalOf(store, 'b2', 1))).toBe(true);
  expect(store.unready).toContain('halfday.db cannot be written: another process keeps it to itself');
});

test('many changes and looks beside a lock wait for it once, and for a moment', TIMED, async () => {
  const { store, folder } = await inUse();
  lockBeside(folder, 'halfday.db');
  const start = performance.now();
  const together = Array.from({ length: 20 }, (_, index) => refusalOf(store, `t${index}`, index));
  expect((await Promise.all(together)).every(isUnableToSave)).toBe(true);
  for (let index = 0; index < 20; index++) {
    vi.advanceTimersByTime(SECOND);
    expect(isUnableToSave(await refusalOf(store, `a${index}`, index))).toBe(true);
  }
  expect(performance.now() - start).toBeLessThan(1000);
});

test('a lock that is released within a moment refuses no write', async () => {
  const { store, folder } = await inUse();
  const lock = lockBeside(folder, 'halfday.db');
  expect(isUnableToSave(await refusalOf(store, 'b2', 1))).toBe(true);
  lock.rollback();
  expect(await refusalOf(store, 'b2', 1)).toBeNull();
});

test('a program that writes under the lock is distinguished from one that only holds it', async () => {
  const { store, folder, failures } = await inUse();
  const lock = lockBeside(folder, 'halfday.db');
  await refusalOf(store, 'b2', 1);
  vi.advanceTimersByTime(SECOND);
  expect(failures).toEqual([]);
  lock.commit(`INSERT INTO checkpoints (follower, position) VALUES ('another', 1)`);
  vi.advanceTimersByTime(SECOND);
  expect(failures).toMatchObject([{ message: expect.stringMatching(/^halfday\.db.* by another process while/) }]);
});

test('a start beside a lock serves, and tells it', async () => {
  const { folder, close } = await inUse();
  close();
  lockBeside(folder, 'halfday.db');
  const { store } = openIn(folder);
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1' }]);
  vi.advanceTimersByTime(SECOND);
  expect(store.unready).toContain('another process keeps it to itself');
});

test('seconds in which nothing happens write nothing', async () => {
  const { store, folder } = await inUse();
  await store.change({ streams: {}, decide: () => ({}), cause: CAUSE });
  const written = () => statSync(join(folder, 'halfday.db-wal')).mtimeMs;
  const before = written();
  for (let second = 0; second < 10; second++) vi.advanceTimersByTime(SECOND);
  expect(written()).toBe(before);
});

/** Has the system say that the disk is full, and take no file. Returns how to make room. */
function fillDisk(folder: string): () => void {
  const { type } = statfsSync(folder);
  const full = { type, bsize: 4096, frsize: 4096, blocks: 100, bfree: 0, bavail: 0, files: 0, ffree: 0 };
  const size = vi.mocked(statfsSync).mockReturnValue(full);
  const write = vi.mocked(writeFileSync).mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  const makeRoom = () => {
    size.mockReset();
    write.mockReset();
  };
  onTestFinished(makeRoom);
  return makeRoom;
}

test('a full disk is reported without a write, and so is regained room', async () => {
  const { store, folder } = await inUse();
  const makeRoom = fillDisk(folder);
  vi.advanceTimersByTime(SECOND);
  expect(store.unready).toBe('The data folder cannot be written: the disk is full (ENOSPC)');
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1' }]);
  makeRoom();
  vi.advanceTimersByTime(SECOND);
  expect(store.unready).toBeNull();
});
