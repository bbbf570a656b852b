import type { Pool } from 'pg';
import type { Write } from '../write.ts';
import type { PooledConnection } from './connection.ts';
import { isUnavailable } from './unavailable.ts';

/** Limits, or a machine that hangs in it blocks all others. One message, because poolers lose a session's settings. */
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '2s'; SET LOCAL lock_timeout = '3s';
  SET LOCAL statement_timeout = '3s'; SELECT CASE WHEN current_setting('server_version_num')::int >= 170000
  THEN set_config('transaction_timeout', '15s', true) END`;

/** In one message. Returns the rows of each query, without the results of `BEGIN` itself. */
export async function begin(connection: PooledConnection, queries: readonly string[]): Promise<readonly unknown[][]> {
  const results = (await connection.query([BEGIN, ...queries].join('; '))) as unknown as { rows: unknown[] }[];
  return results.slice(results.length - queries.length).map(({ rows }) => rows);
}

type Use<Result> = (connection: PooledConnection) => Promise<Result>;

/** Closes a connection that failed, which ends its transaction. */
export async function withConnection<Result>(pool: Pool, use: Use<Result>): Promise<Result> {
  const connection = await pool.connect();
  let failure: Error | undefined;
  try {
    return await use(connection);
  } catch (error) {
    if (isUnavailable(error)) failure = error as Error;
    else await connection.query('ROLLBACK').catch((cause: unknown) => void (failure = cause as Error));
    throw error;
  } finally {
    connection.release(failure);
  }
}

/** The response to COMMIT can be lost: only for what may be done twice. */
export function inTransaction<Result>(pool: Pool, use: Use<Result>): Promise<Result> {
  return withConnection(pool, async (connection) => {
    await begin(connection, []);
    const result = await use(connection);
    await connection.query('COMMIT');
    return result;
  });
}

/** With one round trip, because the statements don't wait for one another. */
export async function runPostgresWrites(connection: PooledConnection, writes: readonly Write[]): Promise<void> {
  await Promise.all(
    writes.map(async ({ check, ...write }) => {
      const results = await Promise.all(statementsOf(write).map(({ text, values }) => connection.query(text, values)));
      check?.(results.reduce((written, { rowCount }) => written + (rowCount ?? 0), 0));
    }),
  );
}

const ONE_ROW = /(?<=VALUES )\([?, ]+\)/;

/** PostgreSQL allows 65,535 parameters in one statement. */
const MOST_VALUES = 60_000;

/** An insert takes as many rows as fit; other statements run once for each row. */
function statementsOf({ sql, rows }: Pick<Write, 'sql' | 'rows'>): { text: string; values: unknown[] }[] {
  const most = ONE_ROW.test(sql) ? Math.floor(MOST_VALUES / (rows[0]?.length ?? 1)) : 1;
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, index) => {
    const some = rows.slice(index * most, (index + 1) * most);
    const inserted = sql.replace(ONE_ROW, (row) => some.map(() => row).join(', '));
    let count = 0;
    return { text: inserted.replaceAll('?', () => `$${(count += 1)}`), values: some.flat() };
  });
}
