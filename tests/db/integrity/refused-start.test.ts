import { chmodSync, chownSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isMended } from '#db/integrity/open-files.ts';
import { StoreSealed } from '#db/integrity/store-sealed.ts';
import { openStore } from '#db/open-store.ts';
import { NOW } from '../../events/facts.ts';
import { day, hold } from '../changes.ts';
import { openIn, unname } from '../folder.ts';
import { readRows } from '../rows.ts';
import { SECOND, remove, shop } from '../shop-files.ts';
import { tempFolder } from '../../temp-folder.ts';

const FULL = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

/** Opens a folder whose disk has just refused another file. */
function openRefused(folder: string) {
  const store = openStore({ folder, now: () => NOW, refused: FULL });
  onTestFinished(() => store.close());
  return store;
}

test.each(['after a stop', 'after a kill, with what stands in the journals'])(
  'on a disk that takes nothing, %s, everything can be read and nothing is written',
  async (how) => {
    const { folder, close } = await shop();
    const left = join(tempFolder(), 'left');
    if (how === 'after a stop') close();
    cpSync(folder, left, { recursive: true });
    const store = openRefused(left);
    expect(store.seal).toMatchObject({ kind: 'disk', isLogWhole: true, isVaultWhole: true });
    expect((await readRows(store)).bookings).toMatchObject(['b1', 'b2', 'b3'].map((id) => ({ id, name: 'Ada Reyes' })));
    expect(store.manageLinks.find('token of b1')).toMatchObject({ booking: 'b1' });
    await expect(store.change(hold('b9', { date: day(9) }))).rejects.toThrow(StoreSealed);
    expect(() => store.manageLinks.remember('t', { booking: 'b1', generation: 1 })).toThrow('readonly');
    store.close();
    expect((await readRows(openIn(left).store)).bookings).toHaveLength(3);
  },
);

test('a disk that takes nothing does not hide that the log is missing', async () => {
  const { folder, close } = await shop();
  close();
  remove(folder, 'log.db');
  expect(openRefused(folder).unready).toMatch(/^log\.db is missing or empty/);
});

test.each(['log.db', 'vault.db'])(
  'a start that has to change tables of %s beside its write lock is one on a disk that takes nothing',
  async (file) => {
    const { folder, close } = await shop();
    close();
    unname(folder, ['log.db', 'vault.db']);
    const other = new Database(join(folder, file), { timeout: 0 });
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const { store, close: closeSealed } = openIn(folder);
    expect(store.seal).toMatchObject({ kind: 'disk', isLogWhole: true, isVaultWhole: true });
    expect(store.unready).toBe(
      `${join(folder, file)} cannot be written: another process keeps it to itself (SQLITE_BUSY).`,
    );
    expect((await readRows(store)).bookings).toHaveLength(3);
    expect(isMended(folder)).toBe(false);
    other.exec('ROLLBACK');
    expect(isMended(folder)).toBe(true);
    closeSealed();
    await openIn(folder).store.change(hold('b9', { date: day(9) }));
  },
);

test('a folder in which nothing was made yet is mended once it takes files', () => {
  expect(isMended(tempFolder())).toBe(true);
});

/** A user whom the modes of files bind: they do not bind root. */
const UNPRIVILEGED = 65_534;

/** Runs something as a user who owns this folder and whom the modes of its files bind. */
function asOwner<Result>(folder: string, use: () => Result): Result {
  if (process.geteuid?.() !== 0) return use();
  for (const name of ['', ...readdirSync(folder)]) chownSync(join(folder, name), UNPRIVILEGED, UNPRIVILEGED);
  process.seteuid!(UNPRIVILEGED);
  try {
    return use();
  } finally {
    process.seteuid!(0);
  }
}

test.each(['log.db', 'vault.db'])(
  'a start with a %s that may only be read says so, and goes on saying so',
  async (file) => {
    const { folder, close } = await shop();
    close();
    chmodSync(join(folder, file), 0o400);
    const { store } = asOwner(folder, () => openIn(folder));
    expect(store.seal).toMatchObject({ kind: 'disk', isLogWhole: true, isVaultWhole: true });
    expect(store.unready).toContain(`${join(folder, file)} cannot be written: the user of this process may not`);
    expect((await readRows(store)).bookings).toHaveLength(3);
    vi.advanceTimersByTime(3 * SECOND);
    expect(store.unready).toContain('cannot be written');
    expect(asOwner(folder, () => isMended(folder))).toBe(false);
  },
);
