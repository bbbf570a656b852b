import { join } from 'node:path';
import { StartFailure } from '#db/start-failure.ts';
import { banner } from './banner.ts';
import { compose } from './compose.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { readEnvironment } from './environment.ts';
import { listen, serverLimits } from './http/listen.ts';
import { PRIVATE_UMASK } from './private-folder.ts';

const CLIENT = join(import.meta.dirname, '../client');

/** What is being answered when the end comes is let finish, for so long; connections that have nothing to do go at once. */
const LONGEST_FAREWELL_MS = 10_000;
const IDLE_SWEEP_MS = 100;

/** What an operator can put right is said in a line; anything else is a fault of the program, with its stack. */
function endWithWords(error: unknown): never {
  if (!(error instanceof ConfigError || error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

function readConfig(): Config {
  try {
    return loadConfig(readEnvironment());
  } catch (error) {
    return endWithWords(error);
  }
}

/** Where this process reaches itself, whatever name the public uses. */
function ownOrigin(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

process.umask(PRIVATE_UMASK);
const config = readConfig();
const { app, onConnection, start, windDown, stop } = await compose(config, CLIENT).catch(endWithWords);
const server = listen({
  fetch: app.fetch,
  port: config.port,
  hostname: config.host,
  trustedProxy: config.trustedProxy,
  limits: serverLimits(config),
  onConnection,
  onListening(port) {
    process.stdout.write(banner({ ...config, port }));
    start(ownOrigin(config.host, port));
  },
});

server.once('error', (error: NodeJS.ErrnoException) => {
  const reason = error.code === 'EADDRINUSE' ? `Port ${config.port} is taken. Set PORT to another one.` : error.message;
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
  void stop();
});

/** A connection that another service never answers would keep the process alive until it gives up. */
async function end(): Promise<never> {
  await stop();
  process.exit();
}

let isStopping = false;

function shutDown(): void {
  if (isStopping) return;
  isStopping = true;
  windDown();
  server.close(() => void end());
  setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS).unref();
  setTimeout(() => server.closeAllConnections(), LONGEST_FAREWELL_MS).unref();
}

process.on('SIGTERM', shutDown);
process.on('SIGINT', shutDown);
