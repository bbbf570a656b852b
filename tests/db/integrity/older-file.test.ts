import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { acceptLoss, whatToAccept } from '#db/integrity/accept.ts';
import { examine } from '#db/integrity/examine-folder.ts';
import type { Store } from '#db/store.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { day, hold } from '../changes.ts';
import { openIn } from '../folder.ts';
import { SECOND, killed, shop } from '../shop-files.ts';

/** After this long the files are level with their journals. */
const LEVEL = 60 * SECOND;

const UNDER_NEWER_LOG = 'log.db is older than log.db-wal: events are missing.';
const UNDER_NEWER = /^vault\.db is older than vault\.db-wal: changes of it are missing/;

const vaultOf = (folder: string) => join(folder, 'vault.db');

/** A link of the same length each time: no page is added or moved. */
const remember = (store: Store, token: string) => store.manageLinks.remember(token, { booking: 'b1', generation: 0 });

/** A folder as a kill leaves it, with the journal of after, and a vault of before the password was changed. */
async function underNewerJournal() {
  const { store, folder } = await shop();
  store.credentials.claimAddress('ada@example.com', 'a1', 'old hash');
  vi.advanceTimersByTime(LEVEL);
  const older = vaultOf(killed(folder));
  store.credentials.upgradePassword('a1', 'old hash', 'new hash');
  vi.advanceTimersByTime(LEVEL);
  remember(store, 'token of b3');
  const left = killed(folder);
  expect(statSync(`${vaultOf(left)}-wal`).size).toBeGreaterThan(0);
  return { left, older };
}

test('an older vault under the journal that a kill left is not taken for the newest', async () => {
  const { left, older } = await underNewerJournal();
  const untouched = killed(left);
  copyFileSync(older, vaultOf(left));
  expect(examine(left).misfit?.reason).toMatch(UNDER_NEWER);
  const { store } = openIn(left);
  expect(store.unready).toMatch(UNDER_NEWER);
  await expect(store.change(hold('b9', { date: day(9) }))).rejects.toThrow(UNDER_NEWER);
  expect(() => store.credentials).toThrow(UNDER_NEWER);
  expect(openIn(untouched).store.unready).toBeNull();
});

test('an older log under the journal that a kill left sells nothing', async () => {
  const { store, folder } = await shop();
  vi.advanceTimersByTime(LEVEL);
  const older = join(killed(folder), 'log.db');
  await store.change(hold('b4', { date: day(4) }));
  vi.advanceTimersByTime(LEVEL);
  await store.change(hold('b5', { date: day(5) }));
  const left = killed(folder);
  copyFileSync(older, join(left, 'log.db'));
  expect(examine(left).misfit?.reason).toBe(UNDER_NEWER_LOG);
  const { store: next } = openIn(left);
  expect(next.unready).toBe(UNDER_NEWER_LOG);
  await expect(next.change(hold('b9', { date: day(4) }))).rejects.toThrow(UNDER_NEWER_LOG);
  expect(() => next.stateOf(bookingStream('b4'))).toThrow(UNDER_NEWER_LOG);
});

test('the operator can go on with such a vault', async () => {
  const { left, older } = await underNewerJournal();
  copyFileSync(older, vaultOf(left));
  acceptLoss(left, whatToAccept(left)!);
  const { store, close } = openIn(left);
  await store.change(hold('b9', { date: day(9) }));
  close();
  expect(openIn(left).store.unready).toBeNull();
});

test('a vault that nothing was put under is the newest, whenever the process is killed', async () => {
  const { store, folder } = await shop();
  const reader = new Database(vaultOf(folder), { readonly: true });
  onTestFinished(() => void reader.close());
  const steps: (() => unknown)[] = [
    () => remember(store, 'token of b4'),
    () => store.change(hold('b4', { date: day(4) })),
    () => vi.advanceTimersByTime(LEVEL),
    () => remember(store, 'token of b5'),
    // What it reads cannot be copied into the file over it: the journal stays longer than what was copied.
    () => reader.exec('BEGIN; SELECT count(*) FROM shop'),
    () => reader.prepare('SELECT count(*) FROM shop').get(),
    () => remember(store, 'token of b7'),
    () => vi.advanceTimersByTime(LEVEL),
    () => reader.exec('COMMIT'),
    () => store.cleanFiles(),
    () => remember(store, 'token of b6'),
  ];
  for (const step of steps) {
    await step();
    const { store: next, close } = openIn(killed(folder));
    expect(next.unready).toBeNull();
    close();
  }
});
