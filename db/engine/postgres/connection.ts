import { type ClientBase, type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg';
import { FatalError } from '../../fatal-error.ts';

/** Advice for a database whose content was altered. */
export const RESTORE_DATABASE_ADVICE = 'Restore it from a backup.';

export type PooledConnection = ClientBase;

/** For single queries, a pool will do, too. */
export type Connection = Pick<PooledConnection, 'query'> | Pool;

/** How long, in milliseconds, a connection may take to open, and a query to be answered. */
const CONNECT_MS = 3000;
const QUERY_MS = 10_000;

const MOST_CONNECTIONS = 10;

/** 64-bit integers and sums, which `pg` returns as text. All of this product's are exact in JavaScript's numbers. */
const NUMBERS: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);

const TYPE_PARSERS: CustomTypesConfig = {
  getTypeParser: (type, format) => (NUMBERS.has(type) ? Number : types.getTypeParser(type, format)),
};

export function connectionConfig(url: string): ClientConfig {
  return { connectionString: url, types: TYPE_PARSERS, connectionTimeoutMillis: CONNECT_MS, query_timeout: QUERY_MS };
}

export function openPool(url: string): Pool {
  // Sends queries without waiting for the answers to those before: the statements of a transaction share a round trip.
  const pool = new Pool({ ...connectionConfig(url), max: MOST_CONNECTIONS, pipeline: true });
  // A connection that breaks leaves the pool. Without listeners, that would end the process, also while one is lent and no query runs.
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));
  return pool;
}

/** `openPool` for a database that responds. Throws `FatalError`. */
export async function connectTo(url: string): Promise<Pool> {
  let pool: Pool | null = null;
  try {
    pool = openPool(url);
    await pool.query('SELECT 1');
    return pool;
  } catch (error) {
    await pool?.end();
    const [cause = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
    throw new FatalError(
      `The database at DATABASE_URL can't be opened: ${(cause as Error).message}. Check DATABASE_URL, and that the database runs.`,
      { cause },
    );
  }
}
