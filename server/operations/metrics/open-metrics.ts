import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { Gauge } from 'prom-client';
import { FatalError } from '#db/fatal-error.ts';
import { countHeldBookings } from '#db/queries/bookings/bookings.ts';
import { jobsByKind } from '#db/queries/status.ts';
import type { Store } from '#db/store.ts';
import type { Clock } from '../../process/clock.ts';
import { listenFailure } from '../../process/listening.ts';
import { SERVER_LIMITS, listen } from '../../web/http/listen.ts';
import { waitingSince } from '../backup/backup-objects.ts';
import type { BackupWatch } from '../backup/backup-watch.ts';
import { Metrics } from './metrics.ts';

const FRESH_MS = 5000;

/** For the database. Prometheus gives up after ten seconds. */
const PATIENCE_MS = 2000;

interface DatabaseMetricsSource {
  readonly store: Pick<Store, 'db' | 'writeRefusal'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly backup: Pick<BackupWatch, 'newest' | 'isExpected'>;
  /** So that each has its series, even without waiting jobs. */
  readonly jobKinds: readonly string[];
}

/** Read at most every five seconds. Left out if the database doesn't respond. */
export class DatabaseMetrics {
  readonly #site: DatabaseMetricsSource;
  readonly #gauges: Readonly<Record<'due' | 'failing' | 'parked' | 'holds' | 'age' | 'lag', Gauge>>;
  #reading: Promise<boolean> | null = null;
  #readAt = -Infinity;
  #isUp = false;

  constructor(metrics: Metrics, site: DatabaseMetricsSource) {
    this.#site = site;
    const gauge = (name: string, help: string, ...labelNames: string[]) =>
      new Gauge({ name: `halfday_${name}`, help, labelNames, registers: [metrics.registry] });
    this.#gauges = {
      due: gauge('jobs_due', 'Jobs whose time has come, by kind', 'kind'),
      failing: gauge('jobs_failing', 'Jobs that have failed and are retried, by kind', 'kind'),
      parked: gauge('jobs_parked', 'Jobs that wait for the owner, by kind', 'kind'),
      holds: gauge('unpaid_holds', 'Bookings that hold their time and are not paid'),
      age: gauge('backup_age_seconds', 'Time since the backup was last written'),
      lag: gauge('backup_lag_seconds', 'How long the oldest event that is not in the backup has waited'),
    };
    this.#clear();
    metrics.gauge('halfday_database_up', 'Whether the database responds', () => Number(this.#isUp));
    metrics.gauge('halfday_writes_refused', 'Whether nothing can be saved', () =>
      Number(site.store.writeRefusal !== null),
    );
  }

  async refresh(): Promise<void> {
    const { clock } = this.#site;
    if (this.#isUp && clock.elapsed() - this.#readAt < FRESH_MS) return;
    this.#reading ??= this.#read()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (this.#reading = null));
    this.#isUp = await Promise.race([this.#reading, pause(PATIENCE_MS, false, { ref: false })]);
    if (!this.#isUp) this.#clear();
  }

  #clear(): void {
    for (const gauge of Object.values(this.#gauges)) {
      gauge.reset();
      // A gauge without labels is reset to 0.
      gauge.remove({});
    }
  }

  async #read(): Promise<void> {
    const { store, clock, backup, jobKinds } = this.#site;
    const { due, failing, parked, holds, age, lag } = this.#gauges;
    const now = clock.now();
    const [jobs, held, since] = await Promise.all([
      jobsByKind(store.db, now),
      countHeldBookings(store.db),
      backup.isExpected ? waitingSince(store.db, backup.newest) : null,
    ]);
    const known = new Map(jobs.map((each) => [each.kind, each]));
    for (const kind of jobKinds) {
      due.set({ kind }, known.get(kind)?.due ?? 0);
      failing.set({ kind }, known.get(kind)?.failing ?? 0);
      parked.set({ kind }, known.get(kind)?.parked ?? 0);
    }
    holds.set(held);
    if (backup.newest !== null) age.set((now - backup.newest) / 1000);
    if (backup.isExpected) lag.set(since === null ? 0 : (now - since) / 1000);
    this.#readAt = clock.elapsed();
  }
}

/** A few scrapers have one connection each. */
const LIMITS = { ...SERVER_LIMITS, connections: 16 };

interface Address {
  readonly host: string;
  readonly port: number;
}

export function openMetrics(address: Address) {
  const metrics = new Metrics();
  const { countRequests, countBatch } = metrics;
  return { countRequests, countBatch, serve: (site: DatabaseMetricsSource) => serve(metrics, site, address) };
}

/** On a port of its own. Rejects with `FatalError` if it can't listen. */
async function serve(metrics: Metrics, site: DatabaseMetricsSource, { host, port }: Address): Promise<Server> {
  const state = new DatabaseMetrics(metrics, site);
  const { registry } = metrics;
  const app = new Hono();
  app.get('/metrics', async (c) => {
    await state.refresh();
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
  const server = listen({ fetch: app.fetch, port, hostname: host, limits: LIMITS });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new FatalError(listenFailure(error, { host, port }, 'METRICS_'));
  });
  return server;
}
