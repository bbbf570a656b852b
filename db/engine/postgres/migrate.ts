import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Pool } from 'pg';
import { GENESIS } from '../../log/hash-chain.ts';
import type { Schema } from '../../schema.ts';
import { postgresSql } from './types.ts';

/** The tables that only PostgreSQL needs. */
export const ENGINE_SCHEMA: Schema = {
  name: 'engine',
  migrations: {
    // The end of the log. Each batch locks its one row.
    '2026-11-28-head': `
      CREATE TABLE head (
        one BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (one),
        position INTEGER NOT NULL,
        hash TEXT NOT NULL
      );
      INSERT INTO head (position, hash) VALUES (0, '${GENESIS}');`,
    // When a machine last renewed the tables of its release: others are dropped.
    '2026-11-28-releases': `
      ALTER TABLE projection_sets ADD COLUMN seen_at TIMESTAMPTZ NOT NULL DEFAULT now();`,
  },
};

/** Runs the migrations that a database lacks, all in one transaction. Those of a newer release are left alone: migrations only add. */
export async function migrate(pool: Pool, schema: Schema): Promise<void> {
  const table = `${schema.name}_migrations`;
  if (await isMigrated(pool, schema, table)) return;
  const migrations = Object.fromEntries(
    Object.entries(schema.migrations).map(([name, statements]) => [
      name,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(postgresSql(statements)).execute(db)) },
    ]),
  );
  const { error } = await new Migrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  }).migrateToLatest();
  if (error) throw error;
}

async function isMigrated(pool: Pool, schema: Schema, table: string): Promise<boolean> {
  const found = await pool.query('SELECT to_regclass($1) IS NOT NULL AS found', [table]);
  if (!(found.rows[0] as { found: boolean }).found) return false;
  const { rows } = await pool.query<{ name: string }>(`SELECT name FROM ${table}`);
  const done = new Set(rows.map(({ name }) => name));
  return Object.keys(schema.migrations).every((name) => done.has(name));
}
