import { join } from 'node:path';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { banner } from './banner.ts';
import { compose } from './compose.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { readEnvironment } from './environment.ts';

const CLIENT = join(import.meta.dirname, '../client');

/** Slow senders are cut off, and readers that take nothing for a while; what is being answered is let finish, for so long. */
const LIMITS = {
  headersTimeout: 5000,
  requestTimeout: 8000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
};
const STALLED_MS = 30_000;
const LONGEST_FAREWELL_MS = 10_000;

function readConfig(): Config {
  try {
    return loadConfig(readEnvironment());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Where this process reaches itself, whatever name the public uses. */
function ownOrigin(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

const config = readConfig();
const { app, start, stop } = await compose(config, CLIENT);
const options = { fetch: app.fetch, port: config.port, hostname: config.host, serverOptions: LIMITS };
const server = serve(options, ({ port }) => {
  process.stdout.write(banner({ ...config, port }));
  start(ownOrigin(config.host, port));
}) as Server;

server.once('error', (error: NodeJS.ErrnoException) => {
  const reason = error.code === 'EADDRINUSE' ? `Port ${config.port} is taken. Set PORT to another one.` : error.message;
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
  void stop();
});

server.setTimeout(STALLED_MS);

let isStopping = false;

function shutDown(): void {
  if (isStopping) return;
  isStopping = true;
  server.close(() => void stop());
  setTimeout(() => server.closeAllConnections(), LONGEST_FAREWELL_MS).unref();
}

process.on('SIGTERM', shutDown);
process.on('SIGINT', shutDown);
