import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { SqliteDatabase } from './sqlite.ts';
import { FatalError } from '../../fatal-error.ts';
import type { Schema } from '../../schema.ts';

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

const tableOf = ({ name }: Schema): string => `${name}_migrations`;

/** Runs the migrations that a database lacks, all in one transaction. */
export async function migrate(db: SqliteDatabase, schema: Schema): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(schema.migrations).map(([name, statements]) => [
      name,
      {
        // On the connection itself: Kysely runs one statement at a time.
        up: () => Promise.resolve(void db.exec(statements)),
      },
    ]),
  );
  const { error } = await new Migrator({
    db: new Kysely({ dialect: new TransactionalDialect({ database: db }) }),
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: tableOf(schema),
    migrationLockTableName: `${tableOf(schema)}_lock`,
  }).migrateToLatest();
  if (error) throw error;
}

/** Whether a database has every migration. Throws `FatalError` when a newer program has added others. */
export function isMigrated(db: SqliteDatabase, schema: Schema): boolean {
  const table = tableOf(schema);
  if (db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table) === undefined) return false;
  const done = db.prepare<[], string>(`SELECT name FROM ${table}`).pluck().all();
  const unknown = done.find((name) => !Object.hasOwn(schema.migrations, name));
  if (unknown !== undefined)
    throw new FatalError(`${db.name} was written by a newer version (its migration ${unknown}). Start that one.`);
  return done.length === Object.keys(schema.migrations).length;
}
