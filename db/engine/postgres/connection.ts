import { type ClientBase, type ClientConfig, type CustomTypesConfig, DatabaseError, Pool, types } from 'pg';

export type Connection = ClientBase;

/** How long, in milliseconds, a connection may take to open, and a query to be answered. */
const CONNECT_MS = 3000;
const QUERY_MS = 10_000;

const MOST_CONNECTIONS = 10;

/** 64-bit integers and sums, which `pg` returns as text. All of this product's are exact in JavaScript's numbers. */
const NUMBERS: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC]);

const TYPES: CustomTypesConfig = {
  getTypeParser: (type, format) => (NUMBERS.has(type) ? Number : types.getTypeParser(type, format)),
};

export function connectionConfig(url: string): ClientConfig {
  return { connectionString: url, types: TYPES, connectionTimeoutMillis: CONNECT_MS, query_timeout: QUERY_MS };
}

export function openPool(url: string): Pool {
  const pool = new Pool({ ...connectionConfig(url), max: MOST_CONNECTIONS });
  // A connection that breaks leaves the pool. Without listeners, that would end the process, also while one is lent and no query runs.
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));
  return pool;
}

/**
 * Classes of SQLSTATE that say that a statement did nothing and may succeed later: connection, resources, operator's intervention,
 * a lock or a transaction that took too long, a standby that is read-only.
 */
const UNAVAILABLE = /^(?:08|53|57|55P03|25P0[234]|25006|40)/;

const LOST = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_)/;

/** What `pg` throws without a code. */
const LOST_TEXT = /connection (?:terminated|ended|error)|query read timeout|timeout exceeded|not queryable/i;

/** Whether the database can't be reached or refuses for now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const { code } = error as { code?: unknown };
  if (error instanceof DatabaseError) return UNAVAILABLE.test(error.code ?? '');
  return typeof code === 'string' ? LOST.test(code) : LOST_TEXT.test(error.message);
}
