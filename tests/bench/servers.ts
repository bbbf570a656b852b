import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtempDisposable, readFile, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningServer, startServer } from '../e2e/server.ts';
import type { BenchOptions } from './measurement.ts';

const ENVIRONMENT = {
  // As the image tells the C library.
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  LOG_LEVEL: 'warn',
  // No limits: thousands of holds stand at once, where the limits allow a dozen.
  RATE_LIMIT: '0',
  TRUSTED_PROXY: 'forwarded-for',
  // Two hundred years, so that slots do not run out.
  BOOKING_WINDOW_DAYS: '73000',
};

export interface Server extends RunningServer {
  readonly port: number;
  readonly pid: number;
}

export async function startBuild(
  build: string,
  environment: Readonly<Record<string, string>> = {},
  path = '/readyz',
  command: Parameters<typeof startServer>[2] = { main: join(build, 'dist/server/main.js') },
): Promise<Server> {
  const server = await startServer({ ...ENVIRONMENT, ...environment }, path, command);
  return { ...server, port: Number(new URL(server.origin).port), pid: server.process.pid! };
}

/** Lends a running server for each subject. */
export async function withServers<Subject, Result>(
  subjects: readonly Subject[],
  start: (subject: Subject) => Promise<Server>,
  use: (servers: readonly Server[]) => Promise<Result>,
): Promise<Result> {
  const servers: Server[] = [];
  try {
    for (const subject of subjects) servers.push(await start(subject));
    return await use(servers);
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** On a real disk: what a benchmark of commits writes to must not be memory. */
export function diskFolder() {
  return mkdtempDisposable(join(tmpdir(), 'halfday-bench-'));
}

const PREFIX = 'halfday-bench-shop-';

/** A run that passes midnight keeps its shops. */
const TODAY = new Date().toISOString().slice(0, 10);

/** A made-up shop that this build made today: a start over an older one would have days to catch up with. */
async function seedShop(checkout: string, { bookings, users }: BenchOptions): Promise<string> {
  const bundle = await readFile(join(checkout, 'dist/server/server.cjs'));
  const build = createHash('sha256').update(bundle).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `${PREFIX}${bookings}-${users}-${build}-${TODAY}`);
  if (existsSync(folder)) return folder;
  const others = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX) && !name.endsWith(TODAY));
  for (const name of others) await rm(join(tmpdir(), name), { recursive: true, force: true });
  const making = `${folder}.making`;
  await rm(making, { recursive: true, force: true });
  console.log(`making a shop of ${bookings} bookings and ${users} users in ${folder}`);
  const size = ['--bookings', String(bookings), '--users', String(users)];
  const seed = join(checkout, 'server/cli/seed.ts');
  await promisify(execFile)(process.execPath, [seed, '--data', making, ...size]);
  await rename(making, folder);
  return folder;
}

export interface SeededShop {
  readonly build: string;
  readonly folder: string;
}

/** A shop of each build. */
export async function seededShops(options: BenchOptions): Promise<SeededShop[]> {
  const shops: SeededShop[] = [];
  for (const build of options.builds) shops.push({ build, folder: await seedShop(build, options) });
  return shops;
}

export function startShop({ build, folder }: SeededShop): Promise<Server> {
  return startBuild(build, { DATA_FOLDER: folder });
}
