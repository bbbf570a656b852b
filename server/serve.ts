import { join } from 'node:path';
import { banner } from './banner.ts';
import { compose } from './compose.ts';
import { listenFailure, ownOrigin } from './process/listening.ts';
import { listen } from './web/http/listen.ts';
import { exitWithFailure, readConfig } from './process/config.ts';
import { RUNNING_BUILD } from './process/running-build.ts';

const CLIENT = join(import.meta.dirname, '../client');

/** For running requests, once the drain time is over; idle connections are closed at once. */
const SHUTDOWN_TIMEOUT_MS = 10_000;
const IDLE_SWEEP_MS = 100;

export async function serve(): Promise<void> {
  // A full disk or a closed reader of the log stops no bookings.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const config = readConfig();
  const site = await compose(config, CLIENT).catch(exitWithFailure);
  const server = listen({
    fetch: (request, env) => site.app.fetch(request, env),
    port: config.port,
    hostname: config.host,
    onListening(port) {
      process.stdout.write(banner({ ...config, port }, site.checkedLog));
      site.log.info({ ...RUNNING_BUILD, port, publicUrl: config.publicUrl }, 'started');
      site.start(ownOrigin({ ...config, port }));
    },
  });

  server.once('error', (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${listenFailure(error, config)}\n`);
    process.exitCode = 1;
    void site.stop();
  });

  /** Exits explicitly, because an open connection to a service would keep the process until its timeout. */
  async function end(): Promise<never> {
    // A database or service that never responds must not keep the process.
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    await site.stop();
    site.log.info('stopped');
    process.exit();
  }

  let isStopping = false;

  function shutDown(signal: NodeJS.Signals): void {
    if (isStopping) return;
    isStopping = true;
    site.log.info({ signal }, 'stopping');
    site.drain();
    setTimeout(close, config.drainSeconds * 1000);
  }

  function close(): void {
    site.windDown();
    server.close(() => void end());
    setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS).unref();
    setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS).unref();
  }

  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
}
