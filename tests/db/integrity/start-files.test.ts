import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { examine } from '#db/integrity/examine-folder.ts';
import { openSealed } from '#db/integrity/open-file.ts';
import { sealOfDisk } from '#db/integrity/seal.ts';
import { whyNotWritable } from '#db/disk/room.ts';
import { openForStart } from '#db/disk/sqlite.ts';
import { forStart, startFailureOf } from '#db/disk/start-failure.ts';
import { lockFolder } from '#db/disk/writer-lock.ts';
import { hold } from '../changes.ts';
import { openIn } from '../folder.ts';
import { shop } from '../shop-files.ts';
import { tempFolder } from '../../temp-folder.ts';

/** The words that end a start. */
function wordsOf(use: () => unknown): string {
  try {
    use();
  } catch (error) {
    return startFailureOf(error)?.message ?? `no words for ${String(error)}`;
  }
  return 'it was opened';
}

const kinds: Record<string, { put: (path: string) => void; words: string }> = {
  'a folder': { put: (path) => mkdirSync(path), words: 'is no file.' },
  'a link to itself': {
    put: (path) => symlinkSync(path, path),
    words: 'cannot be used: it is a link that leads back to itself (ELOOP).',
  },
  'a link to nothing': {
    put: (path) => symlinkSync('/gone', path),
    words: 'is a link to /gone, which is missing.',
  },
};

/** A database is put right as its user says; what is beside it alone is moved away, and the database is whole. */
const REMEDIES: Record<string, string> = {
  '': 'Do this.',
  '-wal': 'Put the newest one in its place: it has the last changes.',
  '-shm': 'Move it away: it is made again.',
  '-journal': 'Move it away: it is made again.',
};

test.each(
  ['', '-wal', '-shm', '-journal'].flatMap((suffix) => Object.keys(kinds).map((kind) => [suffix, kind] as const)),
)('a database is not opened when its file%s is %s', (suffix, kind) => {
  const file = join(tempFolder(), 'some.db');
  const { put, words } = kinds[kind]!;
  put(file + suffix);
  expect(wordsOf(() => openForStart(file, 'Do this.', () => new Database(file)))).toBe(
    `${file}${suffix} ${words} ${REMEDIES[suffix]}`,
  );
  expect(readdirSync(join(file, '..'))).toEqual([`some.db${suffix}`]);
});

const CODES = {
  SQLITE_NOTADB: 'is not a database. Do this.',
  SQLITE_CORRUPT_INDEX: 'is damaged or cut off. Do this.',
  SQLITE_IOERR_READ: 'cannot be used: the disk failed (SQLITE_IOERR_READ). Check the disk. Do this.',
  SQLITE_ERROR: 'cannot be used: its words (SQLITE_ERROR). Do this.',
  EIO: 'cannot be used: the disk failed (EIO). Check the disk. Do this.',
  EACCES: 'cannot be used: the user of this process may not (EACCES). Give it to that user (chown, chmod).',
  EPERM: 'cannot be used: the user of this process may not (EPERM). Give it to that user (chown, chmod).',
  EMFILE: 'cannot be used: too many files are open (EMFILE). Allow more (ulimit -n).',
  SQLITE_BUSY_RECOVERY: 'cannot be used: another process keeps it to itself (SQLITE_BUSY_RECOVERY). End that process.',
};

test.each(Object.entries(CODES))('%s at a start has words, with the file', (code, words) => {
  const fail = () => {
    throw code.startsWith('E')
      ? Object.assign(new Error('its words'), { code })
      : new Database.SqliteError('its words', code);
  };
  expect(wordsOf(() => forStart('/data/some.file', 'Do this.', fail))).toBe(`/data/some.file ${words}`);
});

test('SQLITE_IOERR_READ of a database at a start has words; a disk that takes nothing is left to the store', () => {
  const open = (code: string) =>
    wordsOf(() =>
      openForStart('/data/halfday.db', 'Do this.', () => {
        throw new Database.SqliteError('disk I/O error', code);
      }),
    );
  expect(open('SQLITE_IOERR_READ')).toMatch(/^\/data\/halfday\.db cannot be used: the disk failed/);
  const full = new Database.SqliteError('full', 'SQLITE_FULL');
  expect(() =>
    openForStart('/data/halfday.db', 'Do this.', () => {
      throw full;
    }),
  ).toThrow(full);
});

test('a fault of the program is given no words: it needs its stack', () => {
  expect(startFailureOf(new TypeError('x is not a function'))).toBeNull();
  expect(startFailureOf(new Database.SqliteError('near "SELEKT": syntax error', 'SQLITE_ERROR'))).toBeNull();
});

test.each(['writer.lock', 'rebuild.lock'])(
  'the first half of a database as %s is no reason not to start',
  async (lock) => {
    const { folder, close } = await shop();
    close();
    const half = new Database(join(folder, 'halfday.db')).serialize();
    writeFileSync(join(folder, lock), half.subarray(0, half.length / 2));
    const next = openIn(folder);
    expect(next.store.seal).toBeNull();
    expect(next.reports).toEqual([]);
    expect(() => lockFolder(folder)).toThrow('Another process');
  },
);

test('what is left in the place of the file that tries for room is no reason to take a disk for full', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'room.tmp'));
  expect(whyNotWritable(folder)).toBeNull();
  symlinkSync('room.tmp', join(folder, 'room.tmp'));
  expect(whyNotWritable(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test('of a database that is too large to be copied nothing is shown while it is sealed', async () => {
  const { folder, close } = await shop();
  close();
  const seal = sealOfDisk('The disk is full');
  expect(openSealed(folder, seal).seal?.isReadable).toBe(true);
  truncateSync(join(folder, 'halfday.db'), 3e9);
  expect(openSealed(folder, seal).seal?.isReadable).toBe(false);
});

test('files of the operator stay, whatever their names begin with; former read models go', async () => {
  const { folder, close } = await shop();
  close();
  const operators = ['read-me.txt', 'rebuilt-kitchen.jpg', 'building-plan.db', 'fresh-paint-2.db'];
  const former = [
    'read-users-1.db',
    'read-users-1.db-wal',
    'read-users-1.db-journal',
    'building-users-2.db',
    'rebuilt-gone-12.db-shm',
    'fresh-users-2-0a1b2c3d.db',
    'read-users-1.db.bak',
  ];
  for (const name of [...operators, ...former]) writeFileSync(join(folder, name), 'x');
  openIn(folder);
  const names = readdirSync(folder);
  expect(names).toEqual(expect.arrayContaining(operators));
  for (const name of former) expect(names).not.toContain(name);
});

test('a link to a good database is no file: its journal would be elsewhere', () => {
  const name = 'halfday.db';
  const { folder, close } = openIn();
  close();
  const [file, elsewhere] = [join(folder, name), join(tempFolder(), name)];
  renameSync(file, elsewhere);
  symlinkSync(elsewhere, file);
  const words = `${file} is a link to ${elsewhere}. Move that file here in its place`;
  expect(() => openIn(folder)).toThrow(words);
  expect(() => examine(folder)).toThrow(words);
  rmSync(file);
  renameSync(elsewhere, file);
  expect(openIn(folder).store.unready).toBeNull();
});

test('the folder may be a link', async () => {
  const link = join(tempFolder(), 'data');
  symlinkSync(tempFolder(), link);
  const { store } = openIn(link);
  await store.change(hold('b1'));
  expect(store.unready).toBeNull();
});
