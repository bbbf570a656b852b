import { openStore } from '#db/open-store.ts';
import type { StoreOptions } from '#db/store.ts';
import { HashingQueue } from './accounts/passwords/passwords.ts';
import { openAdapters, openPayments } from './adapters.ts';
import { createApp } from './app.ts';
import type { CheckedLog } from './banner.ts';
import { LiveAvailability } from './bookings/availability/live-availability.ts';
import { Photos } from './bookings/photos/photos.ts';
import type { Config } from './process/config.ts';
import { evenDuration } from './web/limits/even-duration.ts';
import { openGuards } from './context.ts';
import { type Log, createLog } from './process/log.ts';
import { OpenStreams } from './web/limits/open-streams.ts';
import { BackupWatch, watchBackup } from './operations/backup/backup-watch.ts';
import { makeFolder, makePrivate } from './process/private-folder.ts';
import { renderPage } from './web/render/render-page.tsx';
import { JOBS } from './jobs.ts';
import { keepGoing } from './process/keep-going.ts';
import { runJobs } from './process/jobs/run-jobs.ts';
import type { StoringDependencies } from './bookings/dependencies.ts';

export interface Composition {
  readonly log: Log;
  readonly checkedLog: CheckedLog;
  readonly app: ReturnType<typeof createApp>;
  readonly start: (origin: string) => void;
  /** Fails `/healthz` and `/readyz`, so that a proxy sends requests elsewhere. */
  readonly drain: () => void;
  /** Ends live streams at once, calls of the payment provider after a second. */
  readonly windDown: () => void;
  /** Call it when no request is running. */
  readonly stop: () => Promise<void>;
}

const LAST_CALLS_MS = 1000;

function prepare(folder: string, log: Log): void {
  makeFolder(folder);
  try {
    if (makePrivate(folder)) log.warn({ folder }, 'data folder made private');
  } catch (error) {
    log.error({ err: error, folder }, 'data folder open to other users');
  }
}

async function openMetrics(host: string, port: number) {
  const loaded = await import('./operations/metrics/open-metrics.ts');
  return loaded.openMetrics({ host, port });
}

/** Throws `FatalError`. */
export async function compose(config: Config, clientFolder: string | null): Promise<Composition> {
  const log = createLog({ level: config.logLevel });
  prepare(config.dataFolder, log);
  const stopping = new AbortController();
  // Closes what was opened, in reverse order, unless all of it was returned.
  await using opened = new AsyncDisposableStack();
  const adapters = opened.adopt(openAdapters(config, log, stopping.signal), (each) => each.close());
  const { clock, mailer, mailNotices, storage, webhooks } = adapters;
  let stopWorkers = () => Promise.resolve();
  const metrics = config.metricsPort === null ? null : await openMetrics(config.metricsHost, config.metricsPort);
  const report = (message: string, detail: unknown) =>
    log.warn(detail instanceof Error ? { err: detail } : { detail }, message);
  const options: StoreOptions = {
    ...config.database,
    now: () => clock.now(),
    jobSources: JOBS,
    withSandbox: config.payments.kind === 'sandbox',
    report,
    ...(metrics && { onBatch: metrics.countBatch }),
    onBroken({ message, cause }) {
      log.fatal({ err: cause }, message);
      process.exit(1);
    },
  };
  const store = opened.adopt(await openStore(options), (each) => each.close());
  const paying = openPayments(config, { clock, log, stopping: stopping.signal, store });
  const streams = new OpenStreams();
  const liveAvailability = new LiveAvailability({ store, clock, config });
  const hashing = new HashingQueue();
  const guards = openGuards({ config, store, clock });
  const services = {
    config,
    log,
    clock,
    store,
    payments: paying.payments,
    storage,
    photos: new Photos({ storage, clock, log, secrets: config.cookieSecrets }),
    streams,
    liveAvailability,
    hashing,
    inEvenDuration: evenDuration(),
    mailHealth: mailer,
    mailNotices,
    backup: new BackupWatch({ store, clock, storage, config }),
    webhooks,
    ...guards,
  };
  const devRoutes = adapters.devRoutes(paying.sandbox);
  const running: Promise<unknown>[] = [];
  const draining = new AbortController();
  const countRequests = metrics?.countRequests;
  const app = createApp({ services, clientFolder, devRoutes, renderPage, countRequests, draining: draining.signal });
  if (metrics) {
    const served = await metrics.serve({ ...services, jobKinds: JOBS.map(({ kind }) => kind) });
    opened.defer(() => {
      served.close();
      served.closeAllConnections();
    });
  }
  const files = opened.move();
  return {
    log,
    checkedLog: { checked: store.checkedEvents, events: store.position },
    app,
    start(origin) {
      running.push(paying.run(origin, stopping.signal));
      stopWorkers = startWorkers({ ...services, mailer });
    },
    drain: () => draining.abort(),
    windDown() {
      streams.close();
      setTimeout(() => stopping.abort(), LAST_CALLS_MS).unref();
    },
    async stop() {
      stopping.abort();
      await Promise.all([stopWorkers(), ...running]);
      await files.disposeAsync();
    },
  };
}

type Dependencies = StoringDependencies & { readonly backup: BackupWatch };

const workers: Readonly<Record<string, (dependencies: Dependencies, signal: AbortSignal) => Promise<void>>> = {
  backup: watchBackup,
  jobs: (dependencies, signal) => runJobs(JOBS, dependencies, signal),
};

/** Returns a function that stops them and resolves when each has finished its current step. */
export function startWorkers(dependencies: Dependencies): () => Promise<void> {
  const stopping = new AbortController();
  const running = Object.entries(workers).map(([name, work]) => {
    const watched: typeof work = (dependencies, signal) =>
      work(dependencies, signal).catch((error: unknown) => {
        dependencies.store.handleStorageError(error);
        throw error;
      });
    return keepGoing(name, watched)(dependencies, stopping.signal);
  });
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}
