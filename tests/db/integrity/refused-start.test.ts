import { chmodSync, chownSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { isMended } from '#db/integrity/open-file.ts';
import { StoreSealed } from '#db/integrity/store-sealed.ts';
import { day, hold } from '../changes.ts';
import { openIn } from '../folder.ts';
import { readRows } from '../rows.ts';
import { SECOND, shop } from '../shop-files.ts';
import { tempFolder } from '../../temp-folder.ts';

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

/** Opens a folder in whose place of the lock no file can be made. */
function openRefused(folder: string) {
  chmodSync(folder, 0o500);
  rmSync(join(folder, 'writer.lock'));
  const { store } = asOwner(folder, () => openIn(folder));
  chmodSync(folder, 0o700);
  return store;
}

test.each(['after a stop', 'after a kill, with what stands in the journals'])(
  'on a disk that takes nothing, %s, everything can be read and nothing is written',
  async (how) => {
    const { folder, close } = await shop();
    const left = tempFolder();
    if (how === 'after a stop') close();
    cpSync(folder, left, { recursive: true });
    const store = openRefused(left);
    expect(store.seal).toMatchObject({ kind: 'disk', isReadable: true });
    expect((await readRows(store)).bookings).toMatchObject(['b1', 'b2', 'b3'].map((id) => ({ id, name: 'Ada Reyes' })));
    expect(store.manageLinks.find('token of b1')).toMatchObject({ booking: 'b1' });
    await expect(store.change(hold('b9', { date: day(9) }))).rejects.toThrow(StoreSealed);
    expect(() => store.manageLinks.remember('t', { booking: 'b1', generation: 1 })).toThrow('readonly');
    store.close();
    expect((await readRows(openIn(left).store)).bookings).toHaveLength(3);
  },
);

test('a folder in which nothing was made yet is mended once it takes files', () => {
  expect(isMended(tempFolder())).toBe(true);
});

test('a start with a database that may only be read says so, and goes on saying so', async () => {
  const file = 'halfday.db';
  const { folder, close } = await shop();
  close();
  chmodSync(join(folder, file), 0o400);
  const { store } = asOwner(folder, () => openIn(folder));
  expect(store.seal).toMatchObject({ kind: 'disk', isReadable: true });
  expect(store.unready).toContain(`${join(folder, file)} cannot be written: the user of this process may not`);
  expect((await readRows(store)).bookings).toHaveLength(3);
  vi.advanceTimersByTime(3 * SECOND);
  expect(store.unready).toContain('cannot be written');
  expect(asOwner(folder, () => isMended(folder))).toBe(false);
});
