import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { seededShops, startBuild, withFolder } from './builds.ts';
import { EXECUTABLE } from '../e2e/executable.ts';
import { withHonoAndReact, withRawHttp } from './children.ts';
import type { BenchOptions, Build, Figure, Measured, Measurement } from './measurement.ts';
import { inTurns, median } from './rounds.ts';

/** Milliseconds from the command to the first page of a build on a folder. */
async function firstPage(build: Build, folder: string, command?: Parameters<typeof startBuild>[3]): Promise<number> {
  const begin = performance.now();
  const server = await startBuild(build, { DATA_FOLDER: folder }, '/', command);
  const ms = performance.now() - begin;
  await server.stop();
  return ms;
}

async function answerTime(port: number, begin: number): Promise<number> {
  await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  return performance.now() - begin;
}

/** The same of bare Node, and of Hono with React. */
async function firstPagesOfOthers() {
  const begin = performance.now();
  const raw = await withRawHttp(45_000, (port) => answerTime(port, begin));
  const middle = performance.now();
  return { raw, hono: await withHonoAndReact((port) => answerTime(port, middle)) };
}

function markStale(file: string): void {
  const db = new Database(file);
  // An older build has a row for each table.
  const name = db.prepare(`SELECT name FROM sqlite_master WHERE name IN ('projection_sets', 'projection_tables')`);
  db.exec(`UPDATE ${String(name.pluck().get())} SET is_stale = 1`);
  db.close();
}

/** The first page on a copy of a folder whose projections have to be rebuilt. */
function firstPageRebuilding(build: Build, folder: string): Promise<number> {
  return withFolder(async (copy) => {
    await cp(folder, copy, { recursive: true });
    // An older build keeps them in files.
    const files = (await readdir(copy)).filter((name) => name.startsWith('read-'));
    for (const name of files) await rm(join(copy, name));
    if (files.length === 0) markStale(join(copy, 'halfday.db'));
    return firstPage(build, copy);
  });
}

/** Starts of each build on a shop that it made. */
export async function measureStarts(options: BenchOptions): Promise<Measured> {
  const rounds = options.quick ? 1 : 7;
  const shops = [...(await seededShops(options))];
  const [ours] = shops;
  const executable = () => firstPage(...ours!, { program: EXECUTABLE, main: 'serve' });
  // The first start fills the caches of files.
  for (const [build, folder] of shops) await firstPage(build, folder);
  await executable();
  const others: { raw: number; hono: number; executable: number }[] = [];
  while (others.length < rounds) others.push({ ...(await firstPagesOfOthers()), executable: await executable() });
  const medianOf = (name: keyof (typeof others)[number]) => median(others.map((each) => each[name]));
  const found = await inTurns(rounds, shops, async ([build, folder]) => ({
    usual: await firstPage(build, folder),
    rebuilding: await firstPageRebuilding(build, folder),
  }));
  const figure = (what: string, name: 'usual' | 'rebuilding', aim: string): Figure[] => {
    const [value, before] = found.map((each) => each[name]);
    return [{ what, value: value!, floor: medianOf('raw'), before, aim }];
  };
  return {
    title: `Startup on a shop of ${options.bookings} bookings and ${options.users} accounts, milliseconds from the command to the first page`,
    floor: 'node:http that answers 45 kB from memory',
    figures: [
      ...figure('dist/', 'usual', 'below 250'),
      { what: 'executable', value: medianOf('executable'), floor: medianOf('raw'), aim: 'below 250' },
      { what: 'Hono with React alone', value: medianOf('hono'), floor: medianOf('raw') },
      ...figure('all projections stale', 'rebuilding', 'below 3,000'),
    ],
  };
}

export const start: Measurement = { name: 'start', run: async (options) => [await measureStarts(options)] };
