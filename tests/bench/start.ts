import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { seededShops, startBuild, withFolder } from './builds.ts';
import { withRawHttp } from './children.ts';
import type { BenchOptions, Build, Figure, Measured, Measurement } from './measurement.ts';
import { inTurns, median } from './rounds.ts';

/** Milliseconds from the command to the first page of a build on a folder. */
async function firstPage(build: Build, folder: string): Promise<number> {
  const begin = performance.now();
  const server = await startBuild(build, { DATA_FOLDER: folder }, '/');
  const ms = performance.now() - begin;
  await server.stop();
  return ms;
}

async function rawFirstPage(): Promise<number> {
  const begin = performance.now();
  return withRawHttp(45_000, async (port) => {
    await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
    return performance.now() - begin;
  });
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
  const raw: number[] = [];
  while (raw.length < rounds) raw.push(await rawFirstPage());
  // The first start fills the caches of files.
  for (const [build, folder] of shops) await firstPage(build, folder);
  const found = await inTurns(rounds, shops, async ([build, folder]) => ({
    usual: await firstPage(build, folder),
    rebuilding: await firstPageRebuilding(build, folder),
  }));
  const figure = (what: string, name: 'usual' | 'rebuilding', aim: string): Figure[] => {
    const [value, before] = found.map((each) => each[name]);
    return [{ what, value: value!, floor: median(raw), before, aim }];
  };
  return {
    title: `Startup on a shop of ${options.bookings} bookings and ${options.users} accounts, milliseconds from the command to the first page`,
    floor: 'node:http that answers 45 kB from memory',
    figures: [
      ...figure('same build', 'usual', 'below 1,000'),
      ...figure('all projections stale', 'rebuilding', 'below 3,000'),
    ],
  };
}

export const start: Measurement = { name: 'start', run: async (options) => [await measureStarts(options)] };
