import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { SqliteCommitter } from '#db/engine/sqlite/committer.ts';
import { openSqlite } from '#db/engine/sqlite/sqlite.ts';
import { FatalError, wrapFileErrors } from '#db/fatal-error.ts';
import { openStore } from '#db/open-store.ts';
import { Vault } from '#db/engine/sqlite/event-log.ts';
import { NOW } from '../../../events/facts.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { day, hold, openMany } from '../../changes.ts';
import { openIn, tamper, withDatabase } from '../../folder.ts';
import { logRows } from '../../rows.ts';

const RESTORE_ADVICE = 'Restore it from a backup';

/** A closed folder with this many events. */
async function folderWith(events: number): Promise<string> {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  if (events > 2) await store.change(openMany('b1', events - 2));
  await close();
  return folder;
}

test.each(['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_READ', 'SQLITE_CORRUPT', 'SQLITE_NOTADB'])(
  'after a COMMIT that fails with %s nothing is acknowledged or written any more',
  async (code) => {
    const folder = await folderWith(2);
    const db = openSqlite(join(folder, 'halfday.db'));
    const failing = new Database.SqliteError('the disk failed', code);
    Object.assign(db, {
      transaction: (work: (...parameters: unknown[]) => void) => ({
        immediate(...parameters: unknown[]) {
          db.exec('BEGIN');
          work(...parameters);
          db.exec('ROLLBACK');
          throw failing;
        },
      }),
    });
    const failures: unknown[] = [];
    const committer = new SqliteCommitter({
      db,
      personalData: new Vault(db),
      jobSources: [],
      now: () => NOW,
      onFailure: (error) => failures.push(error),
      project: () => [],
      onCommit: () => {},
    });
    const changes = ['b2', 'b3'].map((id, index) => committer.change(hold(id, { date: day(index + 1) })));
    expect(await Promise.allSettled(changes)).toMatchObject([{ reason: failing }, { reason: failing }]);
    await expect(committer.change(hold('b4', { date: day(4) }))).rejects.toBe(failing);
    expect(new Set(failures)).toEqual(new Set([failing]));
    db.close();
    expect(logRows(folder)).toHaveLength(2);
  },
);

const BROKEN: Record<string, { put: (file: string) => void; words: string }> = {
  garbage: {
    put: (file) => writeFileSync(file, 'this is no database. '.repeat(400)),
    words: `cannot be used: file is not a database (SQLITE_NOTADB). ${RESTORE_ADVICE}`,
  },
  'a file that was cut': {
    put: (file) => truncateSync(file, statSync(file).size / 2),
    words: `cannot be used: database disk image is malformed (SQLITE_CORRUPT). ${RESTORE_ADVICE}`,
  },
};

test.each(Object.entries(BROKEN))('startup fails with advice if the database is %s', async (_, { put, words }) => {
  const folder = await folderWith(900);
  const file = join(folder, 'halfday.db');
  put(file);
  await expect(openStore({ folder, now: () => NOW })).rejects.toThrow(`${file} ${words}`);
  await expect(openStore({ folder, now: () => NOW })).rejects.toBeInstanceOf(FatalError);
});

test.each([
  [900, 1],
  [2000, 2000],
  [2000, 1001],
])('startup fails if, of %i events, the one at %i was altered, and names it', async (count, position) => {
  const folder = await folderWith(count);
  tamper(folder, `UPDATE events SET correlation = 'another' WHERE position = ?`, position);
  const words = `${join(folder, 'halfday.db')} is damaged at event ${position} (`;
  expect(() => openIn(folder)).toThrow(words);
  expect(() => openIn(folder)).toThrow(RESTORE_ADVICE);
});

test('startup checks the last 1,000 events; a full check during changes finds an older altered one', async () => {
  const folder = await folderWith(2500);
  const whole = openIn(folder);
  expect([whole.store.checkedEvents, whole.store.position]).toEqual([1000, 2500]);
  const { signal } = new AbortController();
  const verified = whole.store.verify(signal);
  await whole.store.change(hold('b2', { date: day(1) }));
  expect(await verified).toMatchObject({ position: 2502 });
  await whole.close();
  tamper(folder, `UPDATE events SET correlation = 'another' WHERE position = 777`);
  const { store } = openIn(folder);
  await expect(store.verify(signal)).rejects.toThrow(`halfday.db is damaged at event 777`);
  await expect(store.verify(AbortSignal.abort())).resolves.toBeNull();
});

const CODES = {
  SQLITE_NOTADB: 'its words (SQLITE_NOTADB). Do this.',
  SQLITE_IOERR_READ: 'its words (SQLITE_IOERR_READ). Do this.',
  SQLITE_IOERR_SHMSIZE: 'its words (SQLITE_IOERR_SHMSIZE). Make room.',
  SQLITE_FULL: 'its words (SQLITE_FULL). Make room.',
  SQLITE_READONLY_DIRECTORY: 'its words (SQLITE_READONLY_DIRECTORY). Make it writable (chown, chmod, mount).',
  SQLITE_ERROR: 'its words (SQLITE_ERROR). Do this.',
  SQLITE_BUSY_RECOVERY: 'its words (SQLITE_BUSY_RECOVERY). End the process that uses it.',
  EIO: 'i/o error (EIO). Do this.',
  EACCES: 'permission denied (EACCES). Give it to the user of this process (chown, chmod).',
  EMFILE: 'too many open files (EMFILE). Allow more open files (ulimit -n).',
};

test.each(Object.entries(CODES))('%s at a start has words, with the file', (code, words) => {
  const fail = () => {
    throw code.startsWith('E')
      ? Object.assign(new Error('its words'), { code })
      : new Database.SqliteError('its words', code);
  };
  expect(() => wrapFileErrors('/data/some.file', 'Do this.', fail)).toThrow(`/data/some.file cannot be used: ${words}`);
});

test('a store whose commits may be lost has all of them once it is closed', async () => {
  const folder = tempFolder();
  const store = await openStore({ folder, now: () => NOW, mayLoseCommits: true });
  await store.change(hold('b1'));
  await store.close();
  expect(openIn(folder).store.position).toBe(2);
  expect(withDatabase(folder, (db) => db.pragma('integrity_check', { simple: true }))).toBe('ok');
});
