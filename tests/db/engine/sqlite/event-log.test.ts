import { expect, test } from 'vitest';
import { chainHash } from '#db/log/hash-chain.ts';
import { hold } from '../../changes.ts';
import { openIn, withDatabase } from '../../folder.ts';
import { logRows } from '../../rows.ts';

test('an event can be neither changed nor deleted, by whatever program opens the file', async () => {
  const { store, folder } = openIn();
  await store.change(hold('b1'));
  const before = logRows(folder);
  withDatabase(folder, (db) => {
    for (const sql of [
      `UPDATE events SET data = '{}' WHERE position = 1`,
      'UPDATE events SET position = position + 10',
      'DELETE FROM events WHERE position = 1',
      'DELETE FROM events',
    ]) {
      expect(() => db.exec(sql)).toThrow('the event log is append-only');
    }
  });
  expect(logRows(folder)).toEqual(before);
});

/** Appends to the log as another program would, with a right hash. */
function appendAlien(folder: string, alien: { readonly type: string; readonly version: number }): void {
  const last = logRows(folder).at(-1)!;
  const fields = { ...last, ...alien, position: last.position + 1, revision: last.revision + 1, id: 'alien' };
  withDatabase(folder, (db) => {
    const row = { ...fields, hash: chainHash(last.hash, fields) };
    db.prepare(
      `INSERT INTO events VALUES
       (@position, @stream, @revision, @id, @type, @version, @at, @correlation, @causation, @data, @hash)`,
    ).run(row);
  });
}

test.each([
  [{ type: 'UnitsPainted', version: 1 }, 'unknown event type UnitsPainted at position 3'],
  [{ type: 'toString', version: 1 }, 'unknown event type toString at position 3'],
  [{ type: 'UnitsHeld', version: 2 }, 'unknown version 2 of UnitsHeld at position 3'],
  [{ type: 'UnitsHeld', version: 0 }, 'unknown version 0 of UnitsHeld at position 3'],
])('an event of %o is not guessed at: the store says which it is', async (alien, message) => {
  const before = openIn();
  await before.store.change(hold('b1'));
  await before.close();
  appendAlien(before.folder, alien);
  const sentence = `The event log has an ${message}. A newer version wrote it: start that one.`;
  expect(() => openIn(before.folder)).toThrow(sentence);
});
