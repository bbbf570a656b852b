import type { Pool } from 'pg';
import type { Head } from '../../log/hash-chain.ts';
import { SANDBOX_SCHEMA, SITE_SCHEMA } from '../../schema.ts';
import type { StoreOptions } from '../../store.ts';
import { openPool } from './connection.ts';
import { ENGINE_SCHEMA, migrate } from './migrate.ts';
import { Projections } from './projections.ts';

/** A database whose tables exist and are folded. */
export interface PreparedDatabase {
  readonly url: string;
  readonly pool: Pool;
  /** Ends the names of the tables that queries read. */
  readonly suffix: string;
  /** The secret of idempotency keys, hexadecimal. */
  readonly secret: string;
  readonly head: Head;
}

/** Creates the tables that a database lacks, and folds the events that they lack. */
export async function prepareDatabase(
  url: string,
  { withSandbox = false, report = () => {} }: Pick<StoreOptions, 'withSandbox' | 'report'>,
): Promise<PreparedDatabase> {
  const pool = openPool(url);
  try {
    for (const schema of [SITE_SCHEMA, ENGINE_SCHEMA, ...(withSandbox ? [SANDBOX_SCHEMA] : [])])
      await migrate(pool, schema);
    const suffix = await new Projections({ pool, report, onStale: () => {} }).open();
    const secrets = await pool.query<{ secret: Buffer }>(`SELECT secret FROM secrets WHERE name = 'idempotency'`);
    const heads = await pool.query<Head>('SELECT position, hash FROM head');
    return { url, pool, suffix, secret: secrets.rows[0]!.secret.toString('hex'), head: heads.rows[0]! };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
