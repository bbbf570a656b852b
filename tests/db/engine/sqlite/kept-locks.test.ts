/**
 * A process that closes any descriptor of a file loses all its locks of that file (POSIX). The program `sqlite3` then takes itself for
 * the last that has the file open: it writes the journal into the file and removes it, under a running server.
 */
import { expect, test } from 'vitest';
import { day, hold } from '../../changes.ts';
import { openIn } from '../../folder.ts';
import { takenByProcess } from '../../other-process.ts';

const LOCKED = 'database is locked';

test('a running server keeps its lock of the database', async () => {
  const first = openIn();
  await first.store.change(hold('b1'));
  expect(takenByProcess(first.folder, 'halfday.db')).toBe(LOCKED);
  await first.close();
  const { store, folder } = openIn(first.folder);
  await store.change(hold('b2', { date: day(1) }));
  expect(takenByProcess(folder, 'halfday.db')).toBe(LOCKED);
});
