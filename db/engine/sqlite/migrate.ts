import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { FatalError } from '../../fatal-error.ts';
import type { Schema } from '../../schema.ts';
import { migrate } from '../migrations.ts';
import type { SqliteDatabase } from './sqlite.ts';

/** Kysely says that SQLite's schema changes aren't transactional: without this, a failed migration leaves its tables. */
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

/** Rejects with `FatalError` if a newer program has added more. */
export async function migrateSqlite(db: SqliteDatabase, schema: Schema): Promise<void> {
  const queries = new Kysely<unknown>({ dialect: new TransactionalDialect({ database: db }) });
  await migrate(queries, schema, (statements) => db.exec(statements));
  const done = db.prepare<[], string>(`SELECT name FROM ${schema.name}_migrations`).pluck().all();
  const unknown = done.find((name) => !Object.hasOwn(schema.migrations, name));
  if (unknown !== undefined)
    throw new FatalError(`${db.name} was written by a newer version (its migration ${unknown}). Start that one.`);
}
