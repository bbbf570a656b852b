import { join } from 'node:path';
import { startFailureOf } from '#db/disk/start-failure.ts';
import { banner, sealWords } from './banner.ts';
import { type Config, ConfigError, loadConfig } from './process/config.ts';
import { readEnvironment } from './process/environment.ts';
import { listen, serverLimits } from './web/http/listen.ts';
import { RUNNING_BUILD } from './process/running-build.ts';
import { PRIVATE_UMASK } from './process/private-folder.ts';
import { RunningSite } from './running-site.ts';
import { uploadLimit } from './uploads.ts';

const CLIENT = join(import.meta.dirname, '../client');

/** How long running requests may take after a stop signal; idle connections are closed at once. */
const LONGEST_FAREWELL_MS = 10_000;
const IDLE_SWEEP_MS = 100;

/** Prints one line for a fault that an operator can fix, and a stack for a fault of the program. */
function endWithWords(error: unknown): never {
  const failure = error instanceof ConfigError ? error : startFailureOf(error);
  if (failure === null) throw error;
  process.stderr.write(`${failure.message}\n`);
  process.exit(1);
}

function readConfig(): Config {
  try {
    return loadConfig(readEnvironment());
  } catch (error) {
    return endWithWords(error);
  }
}

/** The address at which this process can reach itself, whatever its public name. */
function ownOrigin(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

process.umask(PRIVATE_UMASK);
// Output that cannot be written, to a full disk or a reader that is gone, stops no bookings.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
const config = readConfig();
const site = await RunningSite.open(config, CLIENT).catch(endWithWords);
const server = listen({
  fetch: (request, env) => site.current.app.fetch(request, env),
  repeat: (request, response) => site.current.keptAnswers.repeat(request, response),
  port: config.port,
  hostname: config.host,
  trustedProxy: config.trustedProxy,
  limits: serverLimits(config),
  takesFiles: ({ method = '', url = '' }) => uploadLimit(method, url.split('?')[0] ?? '') !== null,
  onConnection: () => site.current.onConnection(),
  onListening(port) {
    const { seal, checkedLog, log } = site.current;
    process.stdout.write(banner({ ...config, port }, seal ? null : checkedLog));
    if (seal) process.stderr.write(sealWords(seal));
    log.info({ ...RUNNING_BUILD, port, publicUrl: config.publicUrl }, 'started');
    site.start(ownOrigin(config.host, port));
  },
});

server.once('error', (error: NodeJS.ErrnoException) => {
  const reason = error.code === 'EADDRINUSE' ? `Port ${config.port} is taken. Set PORT to another one.` : error.message;
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
  void site.stop();
});

/** Stops the process. A connection to an unresponsive service would otherwise keep it alive until its timeout. */
async function end(): Promise<never> {
  await site.stop();
  site.current.log.info('stopped');
  process.exit();
}

let isStopping = false;

function shutDown(signal: NodeJS.Signals): void {
  if (isStopping) return;
  isStopping = true;
  site.current.log.info({ signal }, 'stopping');
  site.windDown();
  server.close(() => void end());
  setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS).unref();
  setTimeout(() => server.closeAllConnections(), LONGEST_FAREWELL_MS).unref();
}

process.on('SIGTERM', shutDown);
process.on('SIGINT', shutDown);
