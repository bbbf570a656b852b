import { startBuild, withServers } from './builds.ts';
import { load, perSecond, withRawHttp } from './children.ts';
import type { Figure, Measurement } from './measurement.ts';
import { processorTime } from './process-usage.ts';
import { inTurns } from './rounds.ts';

const CONNECTIONS = 32;

/** The last two are rendered for each visitor. */
const PATHS = (
  process.env.PATHS ?? '/ /?utm_source=paper&utm_medium=print /book /book?utm_source=paper /pricing /nowhere'
).split(' ');

interface Times {
  readonly each: number;
  readonly eachUs: number;
  readonly p99: number;
}

export const pages: Measurement = {
  name: 'pages',
  run: ({ quick, builds }) =>
    withServers(builds, startBuild, async (servers) => {
      const found: { readonly what: string; readonly times: readonly Times[] }[] = [];
      for (const path of PATHS) {
        const status = path === '/nowhere' ? 404 : 200;
        const kind = { kind: 'page', path } as const;
        const order = { connections: CONNECTIONS, forMs: quick ? 300 : 2000, from: 0, kind };
        // The first seconds compile.
        const [first] = await inTurns(1, servers, async ({ port }) => ({
          bytes: (await load({ ...order, port })).bytes,
        }));
        const bytes = first!.bytes;
        const times = await withRawHttp(bytes, (rawPort, rawPid) => {
          const raw = { port: rawPort, pid: rawPid, expected: 200 };
          const ours = servers.map(({ port, pid }) => ({ port, pid, expected: status }));
          return inTurns(quick ? 1 : 3, [raw, ...ours], async ({ port, pid, expected }) => {
            const report = await processorTime(pid, { ...order, port });
            return { each: perSecond(report, expected), eachUs: report.eachUs, p99: report.p99 };
          });
        });
        found.push({ what: `${path}, ${(bytes / 1000).toFixed(1)} kB`, times });
      }
      const figures = (name: keyof Times, aim = ''): Figure[] =>
        found.map(({ what, times: [raw, ours, before] }) => ({
          what,
          value: ours![name],
          floor: raw![name],
          before: before?.[name],
          aim,
        }));
      const floor = 'node:http that answers as many bytes from memory';
      return [
        {
          title: `Pages for a browser, ${CONNECTIONS} connections, a second`,
          floor,
          figures: figures('each', '2,000'),
        },
        { title: 'The same, microseconds of processor for each', floor, figures: figures('eachUs') },
        { title: 'The same, milliseconds, 99th percentile', floor, figures: figures('p99', 'below 50') },
      ];
    }),
};
