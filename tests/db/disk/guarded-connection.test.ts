import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { guardConnection } from '#db/disk/guarded-connection.ts';

/** A connection on a disk that allows no write, and how often it was asked for one. */
function onFullDisk() {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE keys (person TEXT); INSERT INTO keys VALUES (1)');
  const asked: string[] = [];
  guardConnection(db, {
    before() {
      asked.push('before');
      throw new Error('the disk is full');
    },
    after: () => void asked.push('after'),
    failed: (error) => error,
  });
  return { db, asked };
}

test('reading together asks for no write: it goes on where the disk is full', () => {
  const { db, asked } = onFullDisk();
  db.prepare('BEGIN').run();
  expect(db.prepare('SELECT count(*) FROM keys').pluck().get()).toBe(1);
  db.prepare('COMMIT').run();
  expect(db.inTransaction).toBe(false);
  expect(asked).toEqual([]);
});

test('a write asks also where a transaction has only read before', () => {
  const { db, asked } = onFullDisk();
  db.prepare('BEGIN').run();
  expect(() => db.prepare('INSERT INTO keys VALUES (2)').run()).toThrow('the disk is full');
  db.prepare('ROLLBACK').run();
  expect(asked).toEqual(['before']);
  expect(db.prepare('SELECT count(*) FROM keys').pluck().get()).toBe(1);
});
