import { copyFileSync, cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { day, hold } from './changes.ts';
import { openIn } from './folder.ts';
import { readRows } from './rows.ts';
import { tempFolder } from '../temp-folder.ts';

/** How often log and vault note how far each of them is. */
export const SECOND = 1000;

/** Has the store's timers run only when a test says so. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** A copy of a folder as a kill at this moment leaves it. */
export function killed(folder: string): string {
  const copy = join(tempFolder(), 'killed');
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** A shop in use, as it was after its first booking and as it is after two more and a second's quiet. */
export async function shop() {
  holdTimers();
  const open = openIn();
  const { store, folder } = open;
  await store.change(hold('b1'));
  store.manageLinks.remember('token of b1', { booking: 'b1', generation: 0 });
  vi.advanceTimersByTime(SECOND);
  await readRows(store);
  const earlier = killed(folder);
  await store.change(hold('b2', { date: day(1) }));
  await store.change(hold('b3', { date: day(2) }));
  store.manageLinks.remember('token of b2', { booking: 'b2', generation: 0 });
  vi.advanceTimersByTime(SECOND);
  await readRows(store);
  return { ...open, earlier };
}

export const remove = (folder: string, name: string) => rmSync(join(folder, name), { force: true });
const JOURNALS = ['', '-wal', '-shm'];
export const removeAll = (folder: string, name: string) => JOURNALS.forEach((suffix) => remove(folder, name + suffix));

export function putBack(folder: string, earlier: string, name: string): void {
  removeAll(folder, name);
  for (const suffix of ['', '-wal']) {
    if (existsSync(join(earlier, name + suffix)))
      copyFileSync(join(earlier, name + suffix), join(folder, name + suffix));
  }
}
