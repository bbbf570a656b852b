import {
  appendFileSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DiskFailure } from '#db/disk-guard.ts';
import { openFolderReader } from '#db/read-models/rebuild-by-command.ts';
import { day, hold } from './changes.ts';
import { connectionsOf } from './connections.ts';
import { failCheckpoints } from './disk/failing-checkpoints.ts';
import { type OpenStore, openIn, withDatabase } from './folder.ts';

/** The time between two looks at the files. */
const SECOND = 1000;

/** A store in use, with a copy of its files as they were a while ago. */
async function inUse() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const open = openIn();
  const path = (name: string) => join(open.folder, name);
  await open.store.change(hold('b1'));
  for (const name of ['halfday.db', 'halfday.db-wal']) copyFileSync(path(name), path(`old-${name}`));
  await open.store.change(hold('b2', { date: day(1) }));
  return { ...open, path };
}

type InUse = Awaited<ReturnType<typeof inUse>>;

function putBackInPlace({ path }: InUse, name: string): void {
  writeFileSync(path(name), readFileSync(path(`old-${name}`)));
}

const attacks: Record<string, { readonly why: string; readonly act: (open: InUse) => void }> = {
  'the log is removed': { why: 'halfday.db was removed', act: ({ path }) => rmSync(path('halfday.db')) },
  'the log is replaced by an older copy': {
    why: 'halfday.db was replaced',
    act: ({ path }) => renameSync(path('old-halfday.db'), path('halfday.db')),
  },
  'an older copy is written over the log': {
    why: 'halfday.db was written to by another process',
    act: (open) => putBackInPlace(open, 'halfday.db'),
  },
  "an older copy is written over the log's journal": {
    why: 'halfday.db-wal was cut off',
    act: (open) => putBackInPlace(open, 'halfday.db-wal'),
  },
  'the log is emptied': { why: 'halfday.db was cut off', act: ({ path }) => truncateSync(path('halfday.db')) },
  "the log's journal is removed": {
    why: 'halfday.db-wal was removed',
    act: ({ path }) => rmSync(path('halfday.db-wal')),
  },
  "the log's shared memory is removed": {
    why: 'halfday.db-shm was removed',
    act: ({ path }) => rmSync(path('halfday.db-shm')),
  },
  'the lock is removed, so that another process could take it': {
    why: 'writer.lock was removed',
    act: ({ path }) => rmSync(path('writer.lock')),
  },
  'the folder is removed': { why: 'was removed', act: ({ folder }) => rmSync(folder, { recursive: true }) },
  'the folder is replaced by another': {
    why: 'was removed',
    act({ folder }) {
      renameSync(folder, `${folder}-moved`);
      onTestFinished(() => rmSync(`${folder}-moved`, { recursive: true }));
      mkdirSync(folder);
    },
  },
};

test.each(Object.entries(attacks))('when %s, that is noticed without any request', async (_, { why, act }) => {
  const open = await inUse();
  act(open);
  vi.advanceTimersByTime(SECOND);
  const [failure] = open.failures;
  expect(failure).toBeInstanceOf(DiskFailure);
  expect(failure?.message).toContain(why);
  expect(open.store.unready).toBe('the log cannot be written');
  await expect(open.store.change(hold('b3', { date: day(2) }))).rejects.toThrow(DiskFailure);
});

const LOG = Object.entries(attacks).filter(([name]) => /the log(?! is|'s shared)|the log is|the folder/.test(name));

test.each(LOG)('when %s, the very next change is not acknowledged', async (_, { act }) => {
  const open = await inUse();
  act(open);
  await expect(open.store.change(hold('b3', { date: day(2) }))).rejects.toThrow(DiskFailure);
  expect(open.failures).toHaveLength(1);
});

test('a file that is replaced while a COMMIT is under way is noticed before the change is acknowledged', async () => {
  const open = await inUse();
  const change = open.store.change({
    ...hold('b3', { date: day(2) }),
    decide(states, newPerson) {
      rmSync(open.path('halfday.db'));
      return hold('b3', { date: day(2) }).decide(states, newPerson);
    },
  });
  await expect(change).rejects.toThrow('halfday.db was removed');
});

/** Writes zeros over a page of a file, whose size stays. */
function spoilPage(path: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4096), 0, 4096, 4096);
  closeSync(file);
}

const duringCommit: Record<string, (open: InUse) => void> = {
  "the log's journal is emptied": ({ path }) => truncateSync(path('halfday.db-wal')),
  "the log's journal loses its end": ({ path }) =>
    truncateSync(path('halfday.db-wal'), statSync(path('halfday.db-wal')).size - 5000),
  'the log is cut off': ({ path }) => truncateSync(path('halfday.db'), 8192),
  'a page of the log is overwritten': ({ path }) => spoilPage(path('halfday.db')),
};

test.each(Object.entries(duringCommit))(
  'when %s while a COMMIT is under way, it is not acknowledged, and what the log has is left alone',
  async (_, act) => {
    const open = await inUse();
    const next = hold('b3', { date: day(2) });
    const change = open.store.change({
      ...next,
      decide(states, newPerson) {
        act(open);
        return next.decide(states, newPerson);
      },
    });
    await expect(change).rejects.toThrow(DiskFailure);
    const left = readFileSync(open.path('halfday.db'));
    open.close();
    expect(readFileSync(open.path('halfday.db')).equals(left)).toBe(true);
  },
);

/** As many changes as fill the journal. */
async function fillJournal(store: OpenStore['store']): Promise<void> {
  for (let index = 0; index < 800; index++) await store.change(hold(`c${index}`, { date: day(index) }));
}

test('a flush of the log itself that fails ends it', async () => {
  failCheckpoints('SQLITE_IOERR_FSYNC');
  const { store, failures } = openIn();
  await expect(fillJournal(store)).rejects.toThrow(DiskFailure);
  expect(failures).toMatchObject([{ cause: { code: 'SQLITE_IOERR_FSYNC' } }]);
});

test("while the log's file has no room its journal keeps growing", async () => {
  failCheckpoints('SQLITE_FULL');
  const { store, failures, close } = openIn();
  await fillJournal(store);
  close();
  expect(failures).toEqual([]);
});

test('the journal of the log does not grow for ever', async () => {
  const { store, folder } = openIn();
  await fillJournal(store);
  expect(statSync(join(folder, 'halfday.db-wal')).size).toBeLessThan(2 * 1000 * 4200);
});

test('a change is not acknowledged when the vault with its keys was removed', async () => {
  const open = await inUse();
  rmSync(open.path('halfday.db'));
  await expect(open.store.change(hold('b3', { date: day(2) }))).rejects.toThrow('halfday.db was removed');
});

const vaultWrites: Record<string, (open: OpenStore) => void> = {
  'a manage link': ({ store }) => store.manageLinks.remember('token', { booking: 'b1', generation: 0 }),
  'an address': ({ store }) => store.credentials.claimAddress('ada@example.com', 'a1', 'hash'),
  'the end of sign-ins': ({ store }) => store.credentials.endSignIns('a1'),
  'a person who is forgotten': ({ store }) => store.forget(['nobody']),
};

test.each(Object.entries(vaultWrites))('%s is not written to a vault that was removed', async (_, write) => {
  const open = await inUse();
  rmSync(open.path('halfday.db'));
  expect(() => write(open)).toThrow('halfday.db was removed');
  expect(open.failures).toHaveLength(1);
});

test('reading beside it, touching it and what the process itself writes are no reason to end', async () => {
  const open = await inUse();
  const reader = openFolderReader(open.folder);
  expect(reader.log.head().position).toBe(4);
  reader.close();
  withDatabase(open.folder, (db) => db.prepare('SELECT count(*) FROM events').get());
  for (let index = 2; index < 400; index++) await open.store.change(hold(`c${index}`, { date: day(index) }));
  open.store.forget(['nobody']);
  vi.advanceTimersByTime(2 * SECOND);
  await open.store.change(hold('last', { date: day(500) }));
  expect(open.failures).toEqual([]);
  utimesSync(open.path('halfday.db-shm'), 0, 0);
  appendFileSync(open.path('writer.lock'), '');
  vi.advanceTimersByTime(SECOND);
  await open.store.change(hold('b3', { date: day(501) }));
});

test('what is written after SQLite has rolled a full transaction back by itself is no reason to end', async () => {
  const { result: open, connections } = connectionsOf(inUse);
  const { store, failures } = await open;
  const log = connections.get('halfday.db')!;
  log.prepare('BEGIN IMMEDIATE').run();
  log.pragma(`max_page_count = ${Number(log.pragma('page_count', { simple: true }))}`);
  const big = log.prepare(`INSERT INTO checkpoints (follower, position) VALUES (hex(randomblob(20000)), 1)`);
  expect(() => big.run()).toThrow('full');
  expect(log.inTransaction).toBe(false);
  log.pragma('max_page_count = 1073741823');
  store.checkpoints.set('mail', 1);
  vi.advanceTimersByTime(SECOND);
  expect(failures).toEqual([]);
});

/** Makes the next statement of a kind fail as when the disk fails under it, on every connection there is. */
function failNext(pattern: RegExp, code: string): void {
  const prepare = Object.getOwnPropertyDescriptor(Database.prototype, 'prepare')!.value as Database.Database['prepare'];
  let hasFailed = false;
  const failing = function failing(this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (!pattern.test(sql)) return statement;
    const run = statement.run.bind(statement) as (...args: unknown[]) => unknown;
    return Object.assign(statement, {
      run(...args: unknown[]) {
        if (hasFailed) return run(...args);
        hasFailed = true;
        throw new Database.SqliteError('the disk failed', code);
      },
    });
  };
  Object.assign(Database.prototype, { prepare: failing });
  onTestFinished(() => void Object.assign(Database.prototype, { prepare }));
}

const flushes: readonly (readonly [string, RegExp, (open: OpenStore) => void])[] = [
  ["a follower's checkpoint", /INTO checkpoints/, ({ store }) => store.checkpoints.set('mail', 1)],
  ['a manage link', /INTO manage_links/, vaultWrites['a manage link']!],
  ['a password', /INTO passwords/, vaultWrites['an address']!],
  ['the end of sign-ins', /FROM sign_ins/, vaultWrites['the end of sign-ins']!],
  ["the destruction of a person's key", /FROM person_keys WHERE/, vaultWrites['a person who is forgotten']!],
];

test.each(flushes)('after a flush that failed for %s nothing is acknowledged any more', async (_, statement, write) => {
  failNext(statement, 'SQLITE_IOERR_FSYNC');
  const open = openIn();
  expect(() => write(open)).toThrow(DiskFailure);
  await expect(open.store.change(hold('b1'))).rejects.toThrow(DiskFailure);
  expect(open.failures).toMatchObject([{ cause: { code: 'SQLITE_IOERR_FSYNC' } }]);
  expect(open.store.unready).toBe('the log cannot be written');
});

test('a change whose keys could not be flushed is not acknowledged, nor is any after it', async () => {
  failNext(/INTO person_keys/, 'SQLITE_IOERR_FSYNC');
  const { store, failures } = openIn();
  await expect(store.change(hold('b1'))).rejects.toThrow(DiskFailure);
  await expect(store.change(hold('b1'))).rejects.toThrow(DiskFailure);
  expect(failures).toHaveLength(1);
});
