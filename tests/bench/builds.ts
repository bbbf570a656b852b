import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningServer, startServer } from '../e2e/server.ts';
import { PRICE_CENTS } from '#tests/amounts.ts';
import type { BenchOptions, Build } from './measurement.ts';
import { daysAhead, holdMorning } from './programs/requests.ts';

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
  readonly build: Build;
  readonly port: number;
  readonly pid: number;
}

export interface BookableServer extends Server {
  readonly price: number | undefined;
}

export async function startBuild(
  build: Build,
  environment: Readonly<Record<string, string>> = {},
  path = '/readyz',
  options: Parameters<typeof startServer>[2] = { main: join(build.folder, 'dist/server/main.js') },
): Promise<Server> {
  const server = await startServer({ ...ENVIRONMENT, ...environment }, path, options);
  return { ...server, build, port: Number(new URL(server.origin).port), pid: server.process.pid! };
}

/** The price that a hold has to name; undefined for builds that refuse one. */
async function findPrice({ origin }: Server): Promise<number | undefined> {
  const price = PRICE_CENTS['half-day'];
  const status = await holdMorning(origin, { date: daysAhead(72_000), index: 0, price });
  return status === 422 ? undefined : price;
}

/** Lends a running server of each build. */
export async function withServers<Result>(
  builds: readonly Build[],
  start: (build: Build) => Promise<Server>,
  use: (servers: readonly BookableServer[]) => Promise<Result>,
): Promise<Result> {
  const servers: Server[] = [];
  try {
    for (const build of builds) servers.push(await start(build));
    const bookable: BookableServer[] = [];
    for (const server of servers) bookable.push({ ...server, price: await findPrice(server) });
    return await use(bookable);
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Lends a folder on a real disk: what a benchmark of commits writes to must not be memory. */
export async function withFolder<Result>(use: (folder: string) => Promise<Result> | Result): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'halfday-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PREFIX = 'halfday-bench-shop-';

/** A run that passes midnight keeps its shops. */
const TODAY = new Date().toISOString().slice(0, 10);

/** A made-up shop that this build made today: a start over an older one would have days to catch up with. */
async function seedShop({ folder: checkout }: Build, { bookings, users }: BenchOptions): Promise<string> {
  const server = join(checkout, 'dist/server');
  // In older builds, `main.js` is the bundle.
  const bundle = await readFile(join(server, existsSync(join(server, 'server.cjs')) ? 'server.cjs' : 'main.js'));
  const build = createHash('sha256').update(bundle).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `${PREFIX}${bookings}-${users}-${build}-${TODAY}`);
  if (existsSync(folder)) return folder;
  const others = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX) && !name.endsWith(TODAY));
  for (const name of others) await rm(join(tmpdir(), name), { recursive: true, force: true });
  const making = `${folder}.making`;
  await rm(making, { recursive: true, force: true });
  const size = ['--bookings', String(bookings), '--users', String(users)];
  console.log(`making a shop of ${bookings} bookings and ${users} users in ${folder}`);
  const seed = join(checkout, 'server/cli/seed.ts');
  await promisify(execFile)(process.execPath, [seed, '--data', making, ...size]);
  await rename(making, folder);
  return folder;
}

/** A shop of each build. */
export async function seededShops(options: BenchOptions): Promise<ReadonlyMap<Build, string>> {
  const shops = new Map<Build, string>();
  for (const build of options.builds) shops.set(build, await seedShop(build, options));
  return shops;
}
