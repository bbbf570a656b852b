import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrateSqlite } from '#db/engine/sqlite/migrate.ts';
import type { Schema } from '#db/schema.ts';
import { openStore } from '#db/open-store.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { openIn, withDatabase } from '../../folder.ts';

const FIRST = { '1-first': 'CREATE TABLE first (id TEXT) STRICT; CREATE TABLE more (id TEXT) STRICT' };
const BOTH = { ...FIRST, '2-second': 'CREATE TABLE second (id TEXT) STRICT; DROP TABLE more' };

function schemaOf(migrations: Schema['migrations']): Schema {
  return { name: 'some', migrations };
}

function open(file = ':memory:'): Database.Database {
  const db = new Database(file);
  onTestFinished(() => void db.close());
  return db;
}

const tablesOf = (db: Database.Database) =>
  db
    .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'some%' ORDER BY name`)
    .pluck()
    .all();

test('a database gets the migrations that it lacks, each once', async () => {
  const db = open();
  await migrateSqlite(db, schemaOf(FIRST));
  await migrateSqlite(db, schemaOf(BOTH));
  await migrateSqlite(db, schemaOf(BOTH));
  expect(tablesOf(db)).toEqual(['first', 'second']);
});

test('a process that is killed in the middle of a migration leaves nothing of it', () => {
  const file = join(tempFolder(), 'some.db');
  const killed = spawnSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `import Database from 'better-sqlite3';
     import { migrateSqlite } from '#db/engine/sqlite/migrate.ts';
     const db = new Database(process.argv[1]);
     db.pragma('journal_mode = WAL');
     db.function('die', () => process.kill(process.pid, 'SIGKILL'));
     const statements = 'CREATE TABLE first (id TEXT); SELECT die(); CREATE TABLE second (id TEXT)';
     await migrateSqlite(db, { name: 'some', migrations: { '1-first': statements } });`,
    file,
  ]);
  expect(killed.signal).toBe('SIGKILL');
  expect(tablesOf(open(file))).toEqual([]);
});

test('a database written by a newer program is not opened', async () => {
  const { folder, close } = openIn();
  await close();
  withDatabase(folder, (db) => db.exec(`INSERT INTO site_migrations VALUES ('2099-01-01-more', '2099-01-01')`));
  await expect(openStore({ folder, now: () => 0 })).rejects.toThrow('newer version (its migration 2099-01-01-more)');
});
