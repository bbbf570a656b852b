import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { FatalError } from '../../fatal-error.ts';
import type { Schema } from '../../schema.ts';
import { doneMigrations, migrationsTable, runMigrations } from '../migrations.ts';
import type { SqliteDatabase } from './sqlite.ts';

/** SQLite's schema changes are transactional, though Kysely says that they are not: without this a failed migration leaves its tables. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class TransactionalDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

const open = (db: SqliteDatabase) => new Kysely<unknown>({ dialect: new TransactionalDialect({ database: db }) });

export function migrateSqlite(db: SqliteDatabase, schema: Schema): Promise<void> {
  // On the connection itself: Kysely runs one statement at a time.
  return runMigrations(open(db), schema, (statements) => db.exec(statements));
}

/** Whether a database has every migration. Rejects with `FatalError` when a newer program has added others. */
export async function isMigrated(db: SqliteDatabase, schema: Schema): Promise<boolean> {
  const found = db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(migrationsTable(schema));
  if (found === undefined) return false;
  const done = await doneMigrations(open(db), schema);
  const unknown = done.keys().find((name) => !Object.hasOwn(schema.migrations, name));
  if (unknown !== undefined)
    throw new FatalError(`${db.name} was written by a newer version (its migration ${unknown}). Start that one.`);
  return done.size === Object.keys(schema.migrations).length;
}
