import type * as FileSystem from 'node:fs';
import { readSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DiskFailure } from '#db/disk-guard.ts';
import { day, hold } from '../changes.ts';
import { type OpenStore, openIn } from '../folder.ts';

/** The time between two looks at the files. */
const SECOND = 1000;

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  return { ...fs, readSync: vi.fn<typeof fs.readSync>(fs.readSync) };
});

async function inUse() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const open = openIn();
  await open.store.change(hold('b1'));
  return open;
}

/** Has the next read of a file by the process itself fail; SQLite reads by itself. */
function failNextRead(): void {
  vi.mocked(readSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  });
}

/** Has no file of the folder found by its name; files that are open stay so. Returns how to put it right. */
function loop(folder: string): () => void {
  renameSync(folder, `${folder}-moved`);
  symlinkSync(folder, folder);
  let isLooping = true;
  const mend = () => {
    if (!isLooping) return;
    isLooping = false;
    rmSync(folder);
    renameSync(`${folder}-moved`, folder);
  };
  onTestFinished(mend);
  return mend;
}

/** A change during whose COMMIT this is done. */
function changeWhile(store: OpenStore['store'], act: () => void) {
  const next = hold('b2', { date: day(1) });
  return store.change({
    ...next,
    decide(states, newPerson) {
      act();
      return next.decide(states, newPerson);
    },
  });
}

test('a change after whose COMMIT the journal cannot be read is not acknowledged, nor is any after it', async () => {
  const { store, failures } = await inUse();
  await expect(changeWhile(store, failNextRead)).rejects.toThrow(DiskFailure);
  await expect(store.change(hold('b3', { date: day(2) }))).rejects.toThrow(DiskFailure);
  expect(failures).toMatchObject([
    { message: 'halfday.db could not be looked at while it was in use: the disk failed (EIO)', cause: { code: 'EIO' } },
  ]);
  expect(store.unready).toBe('the log cannot be written');
});

test('a change after whose COMMIT the files cannot be found is not acknowledged, nor is any after it', async () => {
  const { store, failures, folder } = await inUse();
  let mend = () => {};
  await expect(changeWhile(store, () => (mend = loop(folder)))).rejects.toThrow(DiskFailure);
  mend();
  await expect(store.change(hold('b3', { date: day(2) }))).rejects.toThrow(DiskFailure);
  expect(failures).toMatchObject([{ message: /^halfday.db could not be looked at .* \(ELOOP\)$/ }]);
});

test('files that cannot be checked are noticed without any request', async () => {
  const { store, failures, folder } = await inUse();
  loop(folder);
  vi.advanceTimersByTime(SECOND);
  expect(failures).toMatchObject([{ cause: { code: 'ELOOP' } }]);
  await expect(store.change(hold('b3', { date: day(2) }))).rejects.toThrow(DiskFailure);
});

test('nothing is written to a vault that cannot be checked', async () => {
  const { store, failures, folder } = await inUse();
  loop(folder);
  expect(() => store.forget(['nobody'])).toThrow(DiskFailure);
  expect(failures).toHaveLength(1);
});

type Method = 'prepare' | 'pragma';

/** Replaces a method of every connection, until the test ends. */
function replace<Name extends Method>(
  name: Name,
  by: (
    original: Database.Database[Name],
  ) => (this: Database.Database, sql: string, options?: Database.PragmaOptions) => unknown,
): void {
  const original = Object.getOwnPropertyDescriptor(Database.prototype, name)!.value as Database.Database[Name];
  Object.assign(Database.prototype, { [name]: by(original) });
  onTestFinished(() => void Object.assign(Database.prototype, { [name]: original }));
}

function failUnforeseen(): never {
  throw new RangeError('out of memory');
}

test('after a COMMIT that ends in any other way than it should, nothing is acknowledged any more', async () => {
  replace(
    'prepare',
    (prepare) =>
      function failing(sql) {
        const statement = prepare.call(this, sql);
        const run = statement.run.bind(statement) as () => unknown;
        return sql === 'COMMIT' ? Object.assign(statement, { run: () => run() && failUnforeseen() }) : statement;
      },
  );
  const { store, failures } = openIn();
  await expect(store.change(hold('b1'))).rejects.toThrow(DiskFailure);
  await expect(store.change(hold('b2', { date: day(1) }))).rejects.toThrow(DiskFailure);
  expect(failures).toMatchObject([{ message: 'halfday.db can no longer be relied on', cause: { name: 'RangeError' } }]);
});

test('after a COMMIT whose journal could not be copied for a reason that is not a full disk, neither', async () => {
  replace(
    'pragma',
    (pragma) =>
      function failing(sql, options) {
        return sql === 'wal_checkpoint(PASSIVE)' ? failUnforeseen() : pragma.call(this, sql, options);
      },
  );
  const { store, failures } = openIn();
  const fillJournal = async () => {
    for (let index = 0; index < 800; index++) await store.change(hold(`c${index}`, { date: day(index) }));
  };
  await expect(fillJournal()).rejects.toThrow(DiskFailure);
  expect(failures).toMatchObject([{ cause: { name: 'RangeError' } }]);
});
