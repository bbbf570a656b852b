import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openCopy } from '#db/disk/copies.ts';
import { tempFolder } from '../../temp-folder.ts';

/** A database that copies nothing from its journal by itself. */
function opened(pageSize = 4096): { readonly db: Database.Database; readonly file: string } {
  const file = join(tempFolder(), 'any.db');
  const db = new Database(file);
  onTestFinished(() => void db.close());
  db.pragma(`page_size = ${pageSize}`);
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  // Transactions larger than this are in the journal before their COMMIT.
  db.pragma('cache_size = 5');
  db.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, content TEXT) STRICT');
  return { db, file };
}

/** Database and journal as they are now, in another folder. */
function left(file: string): string {
  const copy = join(tempFolder(), 'left.db');
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix);
  return copy;
}

function contentOf(db: Database.Database): unknown {
  try {
    return [db.pragma('integrity_check', { simple: true }), db.prepare('SELECT * FROM things').all()];
  } catch (error) {
    return (error as Error).message;
  } finally {
    db.close();
  }
}

/** What the copy says, and what SQLite itself reads from the files: in this order, as SQLite changes them. */
function bothOf(file: string): { readonly copied: unknown; readonly read: unknown } {
  const copied = contentOf(openCopy(file));
  return { copied, read: contentOf(new Database(file)) };
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), bytes: fc.nat(30_000) }) },
  fc.record({
    kind: fc.constantFrom('remove' as const, 'roll back' as const, 'vacuum' as const),
    bytes: fc.nat(30_000),
  }),
  fc.record({ kind: fc.constantFrom('checkpoint' as const, 'restart' as const), bytes: fc.constant(0) }),
);

function take(db: Database.Database, { kind, bytes }: { readonly kind: string; readonly bytes: number }): void {
  const add = db.prepare('INSERT INTO things (content) VALUES (?)');
  if (kind === 'add') add.run('x'.repeat(bytes));
  else if (kind === 'remove') db.exec('DELETE FROM things WHERE id % 2 = 0');
  else if (kind === 'vacuum') db.exec('VACUUM');
  else if (kind === 'checkpoint') db.pragma('wal_checkpoint(PASSIVE)');
  else if (kind === 'restart') db.pragma('wal_checkpoint(RESTART)');
  else {
    db.exec('BEGIN');
    for (let count = 0; count < 10; count++) add.run('y'.repeat(bytes));
    db.exec('ROLLBACK');
  }
}

test('a copy has what SQLite reads from a database and its journal, wherever the journal was cut off or spoiled', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(512, 4096, 65_536),
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.record({ cut: fc.double({ min: 0, max: 1, noNaN: true }), spoils: fc.boolean() }),
      (pageSize, steps, { cut, spoils }) => {
        const { db, file } = opened(pageSize);
        for (const each of steps) take(db, each);
        const whole = bothOf(left(file));
        expect(whole.copied).toEqual(whole.read);
        const damaged = left(file);
        const bytes = readFileSync(`${damaged}-wal`);
        const at = Math.floor(cut * Math.max(0, bytes.length - 1));
        if (spoils) writeFileSync(`${damaged}-wal`, bytes.fill(bytes.readUInt8(at) ^ 0xff, at, at + 1));
        else truncateSync(`${damaged}-wal`, at);
        const part = bothOf(damaged);
        expect(part.copied).toEqual(part.read);
        db.close();
      },
    ),
    { numRuns: 40 },
  );
});

test('a copy has what was committed, and not what a transaction wrote ahead that a kill cut off', () => {
  const { db, file } = opened();
  take(db, { kind: 'add', bytes: 10 });
  db.exec('BEGIN');
  for (let count = 0; count < 20; count++) take(db, { kind: 'add', bytes: 20_000 });
  const killed = left(file);
  expect(readFileSync(`${killed}-wal`).length).toBeGreaterThan(100_000);
  const { copied, read } = bothOf(killed);
  expect(copied).toEqual(['ok', [{ id: 1, content: 'x'.repeat(10) }]]);
  expect(read).toEqual(copied);
});

test('a copy takes no writes, and changes nothing of its original', () => {
  const { db, file } = opened();
  take(db, { kind: 'add', bytes: 10 });
  const before = [readFileSync(file), readFileSync(`${file}-wal`)];
  const copy = openCopy(file);
  onTestFinished(() => void copy.close());
  expect(copy.memory).toBe(true);
  expect(() => copy.exec('DELETE FROM things')).toThrow('readonly');
  expect([readFileSync(file), readFileSync(`${file}-wal`)]).toEqual(before);
});
