import { type ClientBase, type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg';
import { FatalError } from '../../fatal-error.ts';

export type PooledConnection = ClientBase;

export type Connection = Pick<PooledConnection, 'query'> | Pool;

/** `pg` returns 64-bit integers and sums as text. This product's are exact in JavaScript's numbers. */
const TYPE_PARSERS: CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === types.builtins.INT8 || type === types.builtins.NUMERIC ? Number : types.getTypeParser(type, format),
};

/** While the database doesn't respond, a request waits for its 503 as long as both times together: a change reconnects once. */
export function connectionConfig(url: string): ClientConfig {
  return { connectionString: url, types: TYPE_PARSERS, connectionTimeoutMillis: 2000, query_timeout: 3000 };
}

/** For migrations and copies, whose statements may take minutes. */
export function patientConfig(url: string): ClientConfig {
  return { ...connectionConfig(url), query_timeout: 0 };
}

export function openPool(url: string): Pool {
  // `pipeline`: the statements of a transaction share a round trip.
  const pool = new Pool({ ...connectionConfig(url), max: 10, pipeline: true });
  // A broken connection leaves the pool. Without listeners, its error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));
  return pool;
}

/** Throws `FatalError` if the database doesn't respond. */
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

export async function withPool<Result>(url: string, use: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = await connectTo(url);
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

export async function hasLog(url: string): Promise<boolean> {
  const text = `SELECT to_regclass('events') IS NOT NULL AS found`;
  return withPool(url, async (pool) => (await pool.query<{ found: boolean }>(text)).rows[0]!.found);
}
