import { setTimeout as delay } from 'node:timers/promises';
import { seededShops, startBuild, withServers } from './builds.ts';
import { withRawHttp } from './children.ts';
import type { Build, Measurement } from './measurement.ts';
import { memoryOf } from './process-usage.ts';
import { median } from './rounds.ts';

const PATHS = ['/', '/book', '/pricing', '/login'];

async function visit(port: number): Promise<void> {
  for (const path of PATHS) await fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.text());
}

export const idle: Measurement = {
  name: 'idle',
  async run(options) {
    const quietMs = options.quick ? 2000 : 60_000;
    const rounds = options.quick ? 1 : 3;
    const shops = await seededShops(options);
    const start = (build: Build) => startBuild(build, { DATA_FOLDER: shops.get(build)! });
    const readings: number[][] = [];
    for (let round = 0; round < rounds; round++) {
      readings.push(
        await withServers(options.builds, start, (servers) =>
          withRawHttp(45_000, async (rawPort, rawPid) => {
            for (const port of [rawPort, ...servers.map((server) => server.port)]) await visit(port);
            // The servers wait side by side.
            await delay(quietMs);
            return [rawPid, ...servers.map(({ pid }) => pid)].map(memoryOf);
          }),
        ),
      );
    }
    const [floor, value, before] = readings[0]!.map((_, index) => median(readings.map((round) => round[index]!)));
    return [
      {
        title: `An idle process on a shop of ${options.bookings} bookings, ${PATHS.length} pages and ${quietMs / 1000} quiet seconds after its start`,
        floor: 'node:http that answers 45 kB from memory',
        figures: [{ what: 'megabytes resident', value: value!, floor, before, aim: 'less than before' }],
      },
    ];
  },
};
