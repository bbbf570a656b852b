import { faultOf } from '../../fatal-error.ts';
import { verifyLog } from '../../log/verify.ts';
import { type AdminDatabase, NoEventLog } from '../../store.ts';
import { PROJECTIONS_BUILD } from '../../projections/projections-build.ts';
import { insertJobs } from '../batch-writes.ts';
import { connectTo, hasLog, withPool } from './connection.ts';
import { checkRecentEvents, checkedLog, headOf } from './log.ts';
import { APPLICATION_NAME, PostgresStore, prepareDatabase } from './postgres-store.ts';
import { openQueries } from './queries.ts';
import { inTransaction, runPostgresWrites } from './transaction.ts';

/** Throws `NoEventLog`. */
export async function openPostgresAdmin(url: string): Promise<AdminDatabase> {
  if (!(await hasLog(url)))
    throw new NoEventLog('There is no event log in the database at DATABASE_URL. Start the server, which creates it.');
  return {
    async openReader() {
      const pool = await connectTo(url);
      const served = 'SELECT suffix FROM projection_sets WHERE is_served = 1 AND starts_with(suffix, $1)';
      const { rows } = await pool.query<{ suffix: string }>(served, [PROJECTIONS_BUILD]);
      const { suffix } = rows[0] ?? { suffix: PROJECTIONS_BUILD };
      return { db: openQueries(pool, { suffix, untilCurrent: async () => {} }), close: () => pool.end() };
    },
    openStore: async (options) => new PostgresStore(await prepareDatabase(url, options), options),
    requestJobs: (jobs, at) =>
      withPool(url, (pool) => inTransaction(pool, (connection) => runPostgresWrites(connection, insertJobs(jobs, at)))),
    verify: ({ hashOf = 0, onPage } = {}) =>
      withPool(url, async (pool) => {
        const { position: end } = await headOf(pool);
        const chain = await verifyLog(checkedLog(pool), {
          onPage: (position) => onPage?.(position, Math.max(end, position)),
        });
        const found = await pool.query<{ hash: string }>('SELECT hash FROM events WHERE position = $1', [hashOf]);
        return { chain, damage: null, hashAt: found.rows[0]?.hash ?? null };
      }),
    inspect: () =>
      withPool(url, async (pool) => {
        const listening = 'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1';
        const servers = await pool.query(listening, [APPLICATION_NAME]);
        return { isServerRunning: servers.rows.length > 0, fault: await faultOf(() => checkRecentEvents(pool)) };
      }),
  };
}
