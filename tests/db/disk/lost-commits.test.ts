import { join } from 'node:path';
import { DiskGuard } from '#db/disk-guard.ts';
import { expect, test } from 'vitest';
import { openStore } from '#db/open-store.ts';
import { NOW } from '../../events/facts.ts';
import { tempFolder } from '../../temp-folder.ts';
import { hold } from '../changes.ts';

/** SQLite's numbers of the setting `synchronous`. */
const [OFF, FULL] = [0, 2];

function synchronousOf(use: { readonly mayLoseCommits?: boolean }): unknown {
  const guard = new DiskGuard({ report: () => {}, onFailure: () => {}, ...use });
  const db = guard.open(join(tempFolder(), 'halfday.db'));
  const found: unknown = db.pragma('synchronous', { simple: true });
  db.close();
  return found;
}

test('each COMMIT is fsynced, unless commits may be lost', () => {
  expect(synchronousOf({})).toBe(FULL);
  expect(synchronousOf({ mayLoseCommits: true })).toBe(OFF);
});

test('a store whose commits may be lost has all of them once it is closed', async () => {
  const folder = tempFolder();
  const now = () => NOW;
  const store = await openStore({ folder, now, mayLoseCommits: true });
  await store.change(hold('b1'));
  const { position } = store;
  store.close();
  const again = await openStore({ folder, now });
  expect({ position: again.position, seal: again.seal }).toEqual({ position, seal: null });
  again.close();
});
