import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { onTestFinished } from 'vitest';
import { type ProjectionName, projections } from '#db/projections/index.ts';

/** File of a read model, without the first word of its name. */
export function fileOf(name: ProjectionName): string {
  return `${name}-${projections[name].version}.db`;
}

/** The query plan of each statement that `run` executes on the bookings of a folder whose store is closed. */
export async function bookingPlans<Tables>(
  folder: string,
  run: (db: Kysely<Tables>) => Promise<void>,
): Promise<string[]> {
  const sqlite = new Database(join(folder, `read-${fileOf('bookings')}`));
  onTestFinished(() => void sqlite.close());
  const plans: string[] = [];
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: sqlite }),
    log({ query: { sql, parameters } }) {
      const steps = sqlite.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
      plans.push(steps.map(({ detail }) => detail).join('\n'));
    },
  });
  await run(db);
  return plans;
}
