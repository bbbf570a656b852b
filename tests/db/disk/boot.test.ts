import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hold } from '../changes.ts';
import { withFile } from '../folder.ts';
import { tempFolder } from '../../temp-folder.ts';
import { readRows } from '../rows.ts';
import { fileOf } from '../query-plans.ts';

// A system that does not tell one start of itself from another.
vi.mock('node:fs', async (original) => {
  const fs = await original<{ readFileSync: (file: string, ...rest: unknown[]) => unknown }>();
  return {
    ...fs,
    readFileSync: (file: string, ...rest: unknown[]) => {
      if (file.endsWith('boot_id')) throw new Error('no such file');
      return fs.readFileSync(file, ...rest);
    },
  };
});

/** A store as a process of its own would open it. */
async function openInNewProcess(folder: string) {
  vi.resetModules();
  const { openStore } = await import('#db/open-store.ts');
  const store = await openStore({ folder, now: () => 0 });
  onTestFinished(() => store.close());
  return store;
}

function falsify(folder: string): void {
  withFile(folder, `read-${fileOf('bookings')}`, (db) => db.exec(`UPDATE bookings SET area = 'nowhere'`));
}

test('where boots of the system cannot be told apart, only a properly closed file is trusted', async () => {
  const folder = tempFolder();
  const cut = join(tempFolder(), 'as the power cut left it');
  const store = await openInNewProcess(folder);
  await store.change(hold('b1'));
  await readRows(store);
  cpSync(folder, cut, { recursive: true });
  falsify(cut);
  expect((await readRows(await openInNewProcess(cut))).bookings).toMatchObject([{ area: 'Ojai' }]);
});

test('a file closed in good order is trusted there as well', async () => {
  const folder = tempFolder();
  const copy = join(tempFolder(), 'as it was after a proper end');
  vi.resetModules();
  const { openStore } = await import('#db/open-store.ts');
  const store = await openStore({ folder, now: () => 0 });
  await store.change(hold('b1'));
  store.close();
  cpSync(folder, copy, { recursive: true });
  falsify(copy);
  expect((await readRows(await openInNewProcess(copy))).bookings).toMatchObject([{ area: 'nowhere' }]);
});
