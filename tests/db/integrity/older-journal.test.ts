import { copyFileSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StartFailure } from '#db/disk/start-failure.ts';
import { examine } from '#db/integrity/examine-folder.ts';
import { Levels } from '#db/integrity/checkpoint-counts.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { day, hold, openMany } from '../changes.ts';
import { openIn } from '../folder.ts';
import { SECOND, killed, remove, shop } from '../shop-files.ts';

/*
 * A journal of an earlier moment is put beside the newest log or vault. SQLite takes its pages for the newest: the site would sell what is
 * sold, and the first checkpoint would write over what came since.
 */

/** After this long the files are level with their journals. */
const LEVEL = 60 * SECOND;
const MANY = 6;

const BOTH = ['log.db', 'vault.db'];

/** Files from a moment at which journals had something, and a site that went on for so many checkpoints before it was stopped. */
async function laterThanJournals(checkpoints: number) {
  const { store, folder, close } = await shop();
  vi.advanceTimersByTime(LEVEL);
  await store.change(hold('b4', { date: day(4) }));
  store.manageLinks.remember('token of b4', { booking: 'b4', generation: 0 });
  const earlier = killed(folder);
  for (const name of BOTH) expect(statSync(join(earlier, `${name}-wal`)).size).toBeGreaterThan(0);
  for (let index = 1; index <= checkpoints; index++) {
    vi.advanceTimersByTime(LEVEL);
    await store.change(hold(`later-${index}`, { date: day(10 + index) }));
    store.manageLinks.remember(`token ${index}`, { booking: `later-${index}`, generation: 0 });
  }
  return { store, folder, close, earlier, last: `later-${checkpoints}` };
}

function putJournalBack(folder: string, earlier: string, name: string): void {
  remove(folder, `${name}-shm`);
  copyFileSync(join(earlier, `${name}-wal`), join(folder, `${name}-wal`));
}

/** What a start and `verify` say of the folder. */
function refusedBy(folder: string): string[] {
  return [() => openIn(folder), () => examine(folder)].map((look) => {
    try {
      look();
    } catch (error) {
      if (error instanceof StartFailure) return error.message;
      throw error;
    }
    return 'nothing is wrong';
  });
}

test.each([
  ['log.db', 1],
  ['log.db', MANY],
  ['vault.db', 1],
  ['vault.db', MANY],
])('%s with its journal of %i checkpoints ago is not opened, and without it nothing is missing', async (name, ago) => {
  const { folder, close, earlier, last } = await laterThanJournals(ago);
  close();
  const untouched = killed(folder);
  putJournalBack(folder, earlier, name);
  for (const said of refusedBy(folder)) expect(said).toContain(`${name}-wal is older than ${name}`);
  for (const suffix of ['-wal', '-shm']) remove(folder, name + suffix);
  for (const each of [folder, untouched]) {
    const { store } = openIn(each);
    expect(store.unready).toBeNull();
    expect(store.stateOf(bookingStream(last))?.status).toBe('held');
    expect(store.manageLinks.find(`token ${ago}`)).toMatchObject({ booking: last });
  }
});

test('both journals of an earlier moment, without read models, sell nothing again', async () => {
  const { folder, close, earlier } = await laterThanJournals(MANY);
  close();
  for (const name of BOTH) putJournalBack(folder, earlier, name);
  for (const said of refusedBy(folder)) expect(said).toMatch(/-wal is older than /);
});

test('a journal of an earlier moment in the place of the one that a kill left is told', async () => {
  const { folder, earlier } = await laterThanJournals(MANY);
  const left = killed(folder);
  putJournalBack(left, earlier, 'log.db');
  for (const said of refusedBy(left)) expect(said).toContain('log.db-wal is older than log.db');
});

/** Opens and closes a database as another program does: the journal is copied and removed. */
function useElsewhere(folder: string): void {
  for (const name of BOTH) {
    const db = new Database(join(folder, name));
    db.prepare('SELECT count(*) FROM shop').get();
    db.close();
  }
}

test.each([
  ['a kill', () => {}],
  ['a kill, and a use of the files by another program,', useElsewhere],
])('%s between a checkpoint and its note is no reason not to start, nor a kill soon after', async (_, meanwhile) => {
  const { store, folder } = await shop();
  const left: string[] = [];
  vi.spyOn(Levels.prototype, 'note').mockImplementation(function (this: Levels) {
    left.push(killed(folder));
    this.open();
  });
  vi.advanceTimersByTime(LEVEL);
  await store.change(hold('b4', { date: day(4) }));
  vi.advanceTimersByTime(LEVEL);
  vi.restoreAllMocks();
  expect(left.length).toBeGreaterThan(1);
  for (const [index, each] of left.entries()) {
    meanwhile(each);
    const { store: next } = openIn(each);
    expect(next.unready).toBeNull();
    await next.change(hold(`c${index}`, { date: day(20) }));
    const { store: again, close } = openIn(killed(each));
    expect(again.unready).toBeNull();
    close();
  }
});

test('a note that was refused is written before anything else', async () => {
  const { store, folder } = await shop();
  const others = BOTH.map((name) => new Database(join(folder, name), { timeout: 0 }));
  onTestFinished(() => others.forEach((other) => void other.close()));
  // Each takes its lock between a checkpoint and its note.
  let locked = 0;
  const note = vi.spyOn(Levels.prototype, 'note');
  note.mockImplementation(function (this: Levels) {
    if (locked < others.length) others[locked++]!.exec('BEGIN IMMEDIATE');
    this.open();
  });
  vi.advanceTimersByTime(LEVEL);
  expect(locked).toBe(others.length);
  await expect(store.change(hold('b4', { date: day(4) }))).rejects.toThrow('database is locked');
  for (const other of others) other.exec('ROLLBACK');
  vi.restoreAllMocks();
  vi.advanceTimersByTime(SECOND);
  await store.change(hold('b5', { date: day(5) }));
  store.manageLinks.remember('token of b5', { booking: 'b5', generation: 0 });
  const { store: next } = openIn(killed(folder));
  expect(next.unready).toBeNull();
  expect(next.stateOf(bookingStream('b5'))?.status).toBe('held');
});

test.each(BOTH.flatMap((name) => ['-wal', '-shm', '-journal'].map((suffix) => name + suffix)))(
  'a folder in the place of %s is no reason for a backup: once it is moved away nothing is missing',
  async (name) => {
    const { folder, close } = await shop();
    close();
    remove(folder, name);
    mkdirSync(join(folder, name));
    for (const said of refusedBy(folder)) {
      expect(said).toMatch(new RegExp(`${name} is no file\\. .*[Mm]ove it away`));
      expect(said).not.toContain('backup');
    }
    rmdirSync(join(folder, name));
    const { store } = openIn(folder);
    expect(store.unready).toBeNull();
    expect(store.stateOf(bookingStream('b3'))?.status).toBe('held');
  },
);

test('an older journal that has neither the note nor the first page is told, too', async () => {
  const { store, folder, close } = await shop();
  for (let minute = 0; minute < 3; minute++) vi.advanceTimersByTime(LEVEL);
  await store.change(openMany('b1', 1));
  const earlier = killed(folder);
  expect(statSync(join(earlier, 'log.db-wal')).size).toBeGreaterThan(0);
  vi.advanceTimersByTime(LEVEL);
  await store.change(hold('b4', { date: day(4) }));
  close();
  putJournalBack(folder, earlier, 'log.db');
  for (const said of refusedBy(folder)) expect(said).toContain('log.db-wal is older than log.db');
});
