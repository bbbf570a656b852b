import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { onTestFinished } from 'vitest';
import type { ProjectionName } from '#db/projections/index.ts';
import type { Projection } from '#db/projections/projection.ts';
import { PROJECTIONS_BUILD } from '#db/projections/projections-build.ts';
import { DATABASE_FILE } from '#db/schema.ts';
import type { Queries, Tables } from '#db/tables.ts';

function planOf(sqlite: Database.Database, sql: string, parameters: readonly unknown[]): string {
  const steps = sqlite.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
  return steps.map(({ detail }) => detail.replaceAll(`_${PROJECTIONS_BUILD}`, '')).join('\n');
}

/** The query plan of each statement that `run` executes on a projection of a folder whose store is closed. */
export async function plansOf(
  folder: string,
  name: ProjectionName,
  run: (db: Queries) => Promise<void>,
): Promise<string[]> {
  const sqlite = new Database(join(folder, DATABASE_FILE));
  onTestFinished(() => void sqlite.close());
  sqlite.exec(`CREATE TEMP VIEW ${name} AS SELECT * FROM ${name}_${PROJECTIONS_BUILD}`);
  const plans: string[] = [];
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: sqlite }),
    log({ query: { sql, parameters } }) {
      plans.push(planOf(sqlite, sql, parameters));
    },
  });
  await run(db);
  return plans;
}

/** A table of a projection with its indexes. `plans` has the query plan of each executed statement, `skipped` its last parameter. */
export function openTable<Row extends object>(projection: Projection<Row>, rows: readonly Row[]) {
  const { name, columns, indexes } = projection;
  const sqlite = new Database(':memory:');
  onTestFinished(() => void sqlite.close());
  const definitions = Object.entries(columns).map(([column, { sql }]) => `${column} ${sql}`);
  sqlite.exec(`CREATE TABLE ${name} (${definitions.join(', ')}) STRICT, WITHOUT ROWID; ${indexes.join('; ')}`);
  const values = Object.keys(columns).map((column) => `@${column}`);
  const put = sqlite.prepare(`INSERT INTO ${name} VALUES (${values.join(', ')})`);
  sqlite.transaction(() => rows.forEach((row) => put.run(row)))();
  const plans: string[] = [];
  const skipped: unknown[] = [];
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: sqlite }),
    log({ query: { sql, parameters } }) {
      plans.push(planOf(sqlite, sql, parameters));
      skipped.push(parameters.at(-1));
    },
  });
  return { db, plans, skipped };
}
