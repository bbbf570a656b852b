import { logPage } from '#db/queries/log.ts';
import { expect, onTestFinished, test } from 'vitest';
import { chainHash } from '#db/log/hash-chain.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { eventShapes } from '#events/registry.ts';
import { hold, openMany, openOne } from '../../changes.ts';
import { openIn, withDatabase } from '../../folder.ts';
import { connectionsOf } from '../../connections.ts';
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

test('a position and a place in a stream are taken once', async () => {
  const { store, folder } = openIn();
  await store.change(hold('b1'));
  const [first] = logRows(folder);
  withDatabase(folder, (db) => {
    const copy = (position: number, revision: number) =>
      db
        .prepare(
          `INSERT INTO events SELECT ?, stream, ?, id, type, version, at, correlation, causation, data, hash
           FROM events WHERE position = ?`,
        )
        .run(position, revision, first!.position);
    expect(() => copy(1, 2)).toThrow('UNIQUE constraint failed: events.position');
    expect(() => copy(3, 1)).toThrow('UNIQUE constraint failed: events.stream, events.revision');
  });
});

test('the database flushes each commit to the disk', () => {
  const { connections } = connectionsOf(() => openIn());
  const modeOf = (file: string) => {
    const db = connections.get(file)!;
    return [db.pragma('journal_mode', { simple: true }), db.pragma('synchronous', { simple: true })];
  };
  const full = 2;
  expect(modeOf('halfday.db')).toEqual(['wal', full]);
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

test('an event of an earlier version is brought up to date on reading, and stays as it was stored', async () => {
  const before = openIn();
  await before.store.change(hold('b1'));
  await before.store.change(openMany('b1', 1));
  await before.close();
  const stored = logRows(before.folder);
  // Since then a checkout's id has got a prefix, in two steps.
  const shapes: Record<string, (typeof eventShapes)['CheckoutOpened']> = eventShapes;
  const now = eventShapes.CheckoutOpened;
  onTestFinished(() => {
    shapes['CheckoutOpened'] = now;
  });
  const prefix = (mark: string) => (data: unknown) => {
    const { checkout, attempt } = data as { checkout: string; attempt: number };
    return { checkout: mark + checkout, attempt };
  };
  shapes['CheckoutOpened'] = { ...now, upcasts: [prefix('a:'), prefix('b:')] };
  const { store, folder } = openIn(before.folder);
  await store.change(openOne('b1', 'new'));
  expect((await store.stateOf(bookingStream('b1')))?.checkouts).toEqual(['b:a:b1-1', 'new']);
  const { db } = store;
  expect((await logPage(db, { type: 'CheckoutOpened' }, 10)).map(({ event }) => event.data).toReversed()).toEqual([
    { checkout: 'b:a:b1-1', attempt: 1 },
    { checkout: 'new', attempt: 2 },
  ]);
  const rows = logRows(folder);
  expect(rows.slice(0, 3)).toEqual(stored);
  expect(rows.map((row) => row.version)).toEqual([2, 1, 1, 3]);
});
