import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StoreSealed } from '#db/sealed.ts';
import { openStore } from '#db/store.ts';
import { NOW } from '../events/facts.ts';
import { day, hold } from './changes.ts';
import { openIn } from './folder.ts';
import { readRows } from './rows.ts';
import { remove, shop } from './shop-files.ts';
import { tempFolder } from '../temp-folder.ts';

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
