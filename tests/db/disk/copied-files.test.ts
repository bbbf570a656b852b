import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { day, hold } from '../changes.ts';
import { failCheckpoints } from './failing-checkpoints.ts';
import { type OpenStore, openIn } from '../folder.ts';
import { readRows } from '../rows.ts';
import { tempFolder } from '../../temp-folder.ts';

/** Within this the database files have what their journals have. */
const MINUTE = 60_000;

async function inUse(): Promise<OpenStore> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const open = openIn();
  await open.store.change(hold('b1'));
  await open.store.change(hold('b2', { date: day(1) }));
  return open;
}

/** A copy of the database files alone, as it is easily made when the journals are forgotten. */
function copiedWithoutJournals({ folder }: OpenStore): string {
  const copy = tempFolder();
  copyFileSync(join(folder, 'halfday.db'), join(copy, 'halfday.db'));
  return copy;
}

test('a minute after a change, the database files alone are the whole site, however few changes there were', async () => {
  const open = await inUse();
  open.store.manageLinks.remember('token', { booking: 'b1', generation: 0 });
  vi.advanceTimersByTime(MINUTE);
  const copy = openIn(copiedWithoutJournals(open));
  expect(copy.store.seal).toBeNull();
  expect((await readRows(copy.store)).bookings).toMatchObject([{ id: 'b1' }, { id: 'b2' }]);
  expect(copy.store.manageLinks.find('token')).toMatchObject({ booking: 'b1' });
});

test('the database files are written to only when their journals have something for them', async () => {
  const open = await inUse();
  vi.advanceTimersByTime(MINUTE);
  const time = () => statSync(join(open.folder, 'halfday.db')).mtimeMs;
  const before = time();
  vi.advanceTimersByTime(3 * MINUTE);
  expect(time()).toBe(before);
  await open.store.change(hold('b3', { date: day(2) }));
  vi.advanceTimersByTime(MINUTE);
  expect(time()).toBeGreaterThan(before);
  expect(open.failures).toEqual([]);
});

test('a failing flush of the log ends the store, even when no change is written', async () => {
  failCheckpoints('SQLITE_IOERR_FSYNC');
  const open = await inUse();
  vi.advanceTimersByTime(MINUTE);
  expect(open.failures).toMatchObject([{ cause: { code: 'SQLITE_IOERR_FSYNC' } }]);
});

test('while no change is written, a log without room for its journal continues', async () => {
  failCheckpoints('SQLITE_FULL');
  const open = await inUse();
  vi.advanceTimersByTime(2 * MINUTE);
  await open.store.change(hold('b3', { date: day(2) }));
  expect(open.failures).toEqual([]);
});
