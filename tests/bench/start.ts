import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { EXECUTABLE } from '../e2e/executable.ts';
import { withPeer } from './load.ts';
import { type Figure, type Measurement, inTurns, median } from './measurement.ts';
import { type SeededShop, seededShops, startBuild, startShop, diskFolder, withServers } from './servers.ts';

/** Milliseconds from the command to the first page of a build on a folder. */
async function firstPage({ build, folder }: SeededShop, command?: Parameters<typeof startBuild>[3]): Promise<number> {
  const begin = performance.now();
  const server = await startBuild(build, { DATA_FOLDER: folder }, '/', command);
  const ms = performance.now() - begin;
  await server.stop();
  return ms;
}

/** The same of bare Node, or of Hono with React. */
function firstPageOf(peer: Parameters<typeof withPeer>[0]): Promise<number> {
  const begin = performance.now();
  return withPeer(peer, async (port) => {
    await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
    return performance.now() - begin;
  });
}

/** The first page on a copy of a folder whose projections have to be rebuilt. */
async function firstPageRebuilding({ build, folder }: SeededShop): Promise<number> {
  await using copy = await diskFolder();
  await cp(folder, copy.path, { recursive: true });
  const db = new Database(join(copy.path, 'halfday.db'));
  db.exec('UPDATE projection_sets SET is_stale = 1');
  db.close();
  return await firstPage({ build, folder: copy.path });
}

/** Starts of each build on a shop that it made. */
export const start: Measurement = async (options) => {
  const rounds = options.quick ? 1 : 7;
  const shops = await seededShops(options);
  const [ours] = shops;
  const executable = () => firstPage(ours!, { program: EXECUTABLE, main: 'serve' });
  // The first start fills the caches of files.
  for (const shop of shops) await firstPage(shop);
  await executable();
  const [alone] = await inTurns(rounds, ['alone'], async () => ({
    raw: await firstPageOf(['raw', 45_000]),
    hono: await firstPageOf(['hono']),
    executable: await executable(),
  }));
  const found = await inTurns(rounds, shops, async (shop) => ({
    usual: await firstPage(shop),
    rebuilding: await firstPageRebuilding(shop),
  }));
  const floor = alone!.raw;
  const figure = (what: string, name: 'usual' | 'rebuilding', aim: string): Figure => {
    const [value, before] = found.map((each) => each[name]);
    return { what, value: value!, floor, before, aim };
  };
  return [
    {
      title: `Startup on a shop of ${options.bookings} bookings and ${options.users} accounts, milliseconds from the command to the first page`,
      floor: 'node:http that answers 45 kB from memory',
      figures: [
        figure('dist/', 'usual', 'below 250'),
        { what: 'executable', value: alone!.executable, floor, aim: 'below 250' },
        { what: 'Hono with React alone', value: alone!.hono, floor },
        figure('all projections stale', 'rebuilding', 'below 3,000'),
      ],
    },
  ];
};

const PATHS = ['/', '/book', '/pricing', '/login'];

async function visit(port: number): Promise<void> {
  for (const path of PATHS) await fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.text());
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000;
}

export const idle: Measurement = async (options) => {
  const quietMs = options.quick ? 2000 : 60_000;
  const shops = await seededShops(options);
  const readOnce = () =>
    withServers(shops, startShop, (servers) =>
      withPeer(['raw', 45_000], async (port, pid) => {
        const all = [{ port, pid }, ...servers];
        for (const server of all) await visit(server.port);
        // The servers wait side by side.
        await delay(quietMs);
        return all.map((server) => residentMb(server.pid));
      }),
    );
  const readings: number[][] = [];
  while (readings.length < (options.quick ? 1 : 3)) readings.push(await readOnce());
  const [floor, value, before] = readings[0]!.map((_, index) => median(readings.map((round) => round[index]!)));
  return [
    {
      title: `An idle process on a shop of ${options.bookings} bookings, ${PATHS.length} pages and ${quietMs / 1000} quiet seconds after its start`,
      floor: 'node:http that answers 45 kB from memory',
      figures: [{ what: 'megabytes resident', value: value!, floor, before, aim: 'less than before' }],
    },
  ];
};
