import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
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

/** The first page on a copy of a folder without its read models; NaN if it has none in files of their own. */
function firstPageWithoutReadModels(build: Build, folder: string): Promise<number> {
  return withFolder(async (copy) => {
    await cp(folder, copy, { recursive: true });
    const files = (await readdir(copy)).filter((name) => name.startsWith('read-'));
    for (const name of files) await rm(join(copy, name));
    return files.length > 0 ? firstPage(build, copy) : Number.NaN;
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
  const found = await inTurns(rounds, shops, async ([build, folder]) => {
    return {
      usual: await firstPage(build, folder),
      rebuilding: await firstPageWithoutReadModels(build, folder),
    };
  });
  const figure = (what: string, name: 'usual' | 'rebuilding', aim: string): Figure[] => {
    const [value, before] = found.map((each) => each[name]);
    return Number.isNaN(value) ? [] : [{ what, value: value!, floor: median(raw), before, aim }];
  };
  return {
    title: `Startup on a shop of ${options.bookings} bookings and ${options.users} accounts, milliseconds from the command to the first page`,
    floor: 'node:http that answers 45 kB from memory',
    figures: [
      ...figure('same build', 'usual', 'below 1,000'),
      ...figure('all read models missing', 'rebuilding', 'below 3,000'),
    ],
  };
}

export const start: Measurement = { name: 'start', run: async (options) => [await measureStarts(options)] };
