import { type ClientBase, type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg';
import { FatalError } from '../../fatal-error.ts';

export type PooledConnection = ClientBase;

/** For single queries, a pool will do, too. */
export type Connection = Pick<PooledConnection, 'query'> | Pool;

/** `pg` returns 64-bit integers and sums as text. All of this product's are exact in JavaScript's numbers. */
const TYPE_PARSERS: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === types.builtins.INT8 || type === types.builtins.NUMERIC ? Number : types.getTypeParser(type, format),
};

export function connectionConfig(url: string): ClientConfig {
  return { connectionString: url, types: TYPE_PARSERS, connectionTimeoutMillis: 3000, query_timeout: 10_000 };
}

export function openPool(url: string): Pool {
  // Sends queries without waiting for the answers to those before: the statements of a transaction share a round trip.
  const pool = new Pool({ ...connectionConfig(url), max: 10, pipeline: true });
  // A connection that breaks leaves the pool. Without listeners, that would end the process.
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
