import { faultOf } from '../../fatal-error.ts';
import type { JobSpec } from '../../jobs.ts';
import { verifyLog } from '../../log/verify.ts';
import { type AdminDatabase, type CheckOptions, NoEventLog } from '../../admin-database.ts';
import { PROJECTIONS_BUILD } from '../../projections/projections-build.ts';
import type { Store, StoreOptions } from '../../store.ts';
import { insertJobs } from '../batch-writes.ts';
import { connectTo, hasLog, withPool } from './connection.ts';
import { checkRecentEvents, checkedLog, headOf } from './log.ts';
import { APPLICATION_NAME, PostgresStore, prepareDatabase } from './postgres-store.ts';
import { openQueries } from './queries.ts';
import { inTransaction, runPostgresWrites } from './transaction.ts';

export class PostgresAdmin implements AdminDatabase {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  static async open(url: string): Promise<PostgresAdmin> {
    if (await hasLog(url)) return new PostgresAdmin(url);
    throw new NoEventLog('There is no event log in the database at DATABASE_URL. Start the server, which creates it.');
  }

  async openReader() {
    const pool = await connectTo(this.#url);
    const served = 'SELECT suffix FROM projection_sets WHERE is_served = 1 AND starts_with(suffix, $1)';
    const { rows } = await pool.query<{ suffix: string }>(served, [PROJECTIONS_BUILD]);
    const { suffix } = rows[0] ?? { suffix: PROJECTIONS_BUILD };
    return { db: openQueries(pool, { suffix, untilCurrent: async () => {} }), close: () => pool.end() };
  }

  async openStore(options: Pick<StoreOptions, 'now' | 'jobSources' | 'report'>): Promise<Store> {
    return new PostgresStore(await prepareDatabase(this.#url, options), options);
  }

  requestJobs(jobs: readonly JobSpec[], at: number): Promise<void> {
    return withPool(this.#url, (pool) =>
      inTransaction(pool, (connection) => runPostgresWrites(connection, insertJobs(jobs, at))),
    );
  }

  verify({ hashOf = 0, onPage }: CheckOptions = {}) {
    return withPool(this.#url, async (pool) => {
      const { position: end } = await headOf(pool);
      const chain = await verifyLog(checkedLog(pool), {
        onPage: (position) => onPage?.(position, Math.max(end, position)),
      });
      const found = await pool.query<{ hash: string }>('SELECT hash FROM events WHERE position = $1', [hashOf]);
      return { chain, damage: null, hashAt: found.rows[0]?.hash ?? null };
    });
  }

  inspect() {
    return withPool(this.#url, async (pool) => {
      const listening = 'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1';
      const servers = await pool.query(listening, [APPLICATION_NAME]);
      return { isServerRunning: servers.rows.length > 0, fault: await faultOf(() => checkRecentEvents(pool)) };
    });
  }
}
