/**
 * A process that closes any descriptor of a file loses all its locks of that file (POSIX). The program `sqlite3` then takes itself for
 * the last that has the file open: it writes the journal into the file and removes it, under a running server.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lookInto, surveyLog, surveyVault } from '#db/integrity/file-records.ts';
import { day, hold } from '../changes.ts';
import { openIn } from '../folder.ts';
import { takenByProcess } from '../other-process.ts';
import { killed, shop } from '../shop-files.ts';

const LOCKED = 'database is locked';

test.each(['log.db', 'vault.db'])('a running server keeps its lock of %s', async (file) => {
  const first = openIn();
  await first.store.change(hold('b1'));
  expect(takenByProcess(first.folder, file)).toBe(LOCKED);
  first.close();
  const { store, folder } = openIn(first.folder);
  await store.change(hold('b2', { date: day(1) }));
  expect(takenByProcess(folder, file)).toBe(LOCKED);
});

test.each([
  ['log.db', surveyLog],
  ['vault.db', surveyVault],
] as const)('a start keeps its lock of %s while it examines the file', async (name, survey) => {
  const folder = killed((await shop()).folder);
  lookInto(join(folder, name), (examined) => {
    survey(examined, null);
    expect(takenByProcess(folder, name)).toBe(LOCKED);
  });
});
