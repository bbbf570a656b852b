import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Schema } from '../schema.ts';

export const migrationsTable = ({ name }: Schema): string => `${name}_migrations`;

/** The names of the migrations that a database with a migrations table has. */
export async function doneMigrations(db: Kysely<unknown>, schema: Schema): Promise<ReadonlySet<string>> {
  const { rows } = await sql.raw<{ name: string }>(`SELECT name FROM ${migrationsTable(schema)}`).execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Runs the migrations that a database lacks, all in one transaction. */
export async function runMigrations(
  db: Kysely<unknown>,
  schema: Schema,
  run: (statements: string, transaction: Kysely<unknown>) => unknown,
): Promise<void> {
  const table = migrationsTable(schema);
  const migrations = Object.entries(schema.migrations).map(([name, statements]) => {
    return [name, { up: async (transaction: Kysely<unknown>) => void (await run(statements, transaction)) }] as const;
  });
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(migrations)) },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  }).migrateToLatest();
  if (error) throw error;
}
