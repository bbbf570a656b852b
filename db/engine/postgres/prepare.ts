import type { Pool } from 'pg';
import type { Head } from '../../log/hash-chain.ts';
import { PROJECTIONS_BUILD } from '../../projections/projections-build.ts';
import { SANDBOX_SCHEMA, SITE_SCHEMA } from '../../schema.ts';
import type { StoreOptions } from '../../store.ts';
import { connectTo } from './connection.ts';
import { headOf } from './log.ts';
import { ENGINE_SCHEMA, migrate } from './migrate.ts';
import { Projections } from './projections.ts';

/** A database whose tables exist and are folded. */
export interface PreparedDatabase {
  readonly url: string;
  readonly pool: Pool;
  /** Begins the names of the sets of projections that queries read. */
  readonly build: string;
  /** Ends the names of the tables that queries read. */
  readonly suffix: string;
  /** The secret of idempotency keys. */
  readonly secret: Buffer;
  readonly head: Head;
}

/** Creates the tables that a database lacks, and folds the events that they lack. */
export async function prepareDatabase(
  url: string,
  { withSandbox = false, report = () => {} }: Pick<StoreOptions, 'withSandbox' | 'report'>,
  build = PROJECTIONS_BUILD,
): Promise<PreparedDatabase> {
  const pool = await connectTo(url);
  try {
    for (const schema of [SITE_SCHEMA, ENGINE_SCHEMA, ...(withSandbox ? [SANDBOX_SCHEMA] : [])])
      await migrate(pool, schema);
    const projections = new Projections({ pool, build, report, onStale: () => {} });
    await projections.open();
    const secrets = await pool.query<{ secret: Buffer }>(`SELECT secret FROM secrets WHERE name = 'idempotency'`);
    const { secret } = secrets.rows[0]!;
    return { url, pool, build, suffix: projections.suffix, secret, head: await headOf(pool) };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
