import { join } from 'node:path';
import Database from 'better-sqlite3';
import { perSecond, processorTime, withPeer } from './load.ts';
import { type BenchOptions, type Figure, type Measured, type Measurement, inTurns } from './measurement.ts';
import { type RequestKind, daysAhead } from './programs/requests.ts';
import { startBuild, diskFolder, withServers } from './servers.ts';

const CONNECTIONS = 16;

interface Asked {
  readonly what: string;
  readonly kind: RequestKind;
  /** What a build answers each time. */
  readonly status: number;
}

type Times = Readonly<Record<'each' | 'eachUs' | 'p99', number>>;
type Aims = Readonly<Partial<Record<keyof Times, string>>>;

/** Requests of these kinds to each build and to bare `node:http`, in turns. */
async function compare(
  { quick, builds }: BenchOptions,
  { title, asked, aims }: { readonly title: string; readonly asked: readonly Asked[]; readonly aims: Aims },
): Promise<Measured[]> {
  const found: { readonly what: string; readonly times: readonly Times[] }[] = [];
  await withServers(builds, startBuild, async (servers) => {
    for (const { what, kind, status } of asked) {
      const next = new Map<number, number>();
      const ask = async ({ port, pid }: { readonly port: number; readonly pid: number }) => {
        const order = { port, connections: CONNECTIONS, forMs: quick ? 300 : 2000, kind, from: next.get(port) ?? 0 };
        const report = await processorTime(pid, order);
        next.set(port, report.next);
        return report;
      };
      // The first seconds compile, and the first request for a slot gets it.
      let bytes = 0;
      for (const server of servers) ({ bytes } = await ask(server));
      const times = await withPeer(['raw', bytes], (port, pid) => {
        const ours = servers.map((server) => ({ port: server.port, pid: server.pid, expected: status }));
        return inTurns(quick ? 1 : 5, [{ port, pid, expected: 200 }, ...ours], async ({ expected, ...server }) => {
          const report = await ask(server);
          return { each: perSecond(report, expected), eachUs: report.eachUs, p99: report.p99 };
        });
      });
      found.push({ what: `${what}, ${(bytes / 1000).toFixed(1)} kB`, times });
    }
  });
  const figures = (name: keyof Times): Figure[] =>
    found.map(({ what, times: [raw, ours, before] }) => {
      return { what, value: ours![name], floor: raw![name], before: before?.[name], aim: aims[name] };
    });
  const floor = 'node:http that answers as many bytes from memory';
  return [
    { title: `${title}, ${CONNECTIONS} connections, a second`, floor, figures: figures('each') },
    { title: 'The same, microseconds of processor for each, in all threads', floor, figures: figures('eachUs') },
    { title: 'The same, milliseconds, 99th percentile', floor, figures: figures('p99') },
  ];
}

/** As long as a row of the log without personal data. */
export const ROW = 'x'.repeat(280);

export async function insertsPerSecond(forMs: number, insert: (row: number) => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  let rows = 0;
  for (; performance.now() - begin < forMs; rows++) await insert(rows);
  return rows / ((performance.now() - begin) / 1000);
}

/** Inserts a second, each committed before the next, by better-sqlite3 and nothing of ours. */
export async function rawCommits(forMs: number): Promise<number> {
  await using folder = await diskFolder();
  const db = new Database(join(folder.path, 'raw.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE rows (position INTEGER PRIMARY KEY, data TEXT NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO rows (position, data) VALUES (?, ?)');
  return await insertsPerSecond(forMs, async (row) => insert.run(row, ROW)).finally(() => db.close());
}

export const holds: Measurement = async (options) => {
  const hold = { kind: 'hold', firstDate: daysAhead(7) } as const;
  const held = await compare(options, {
    title: 'Slots held and checkouts opened over HTTP',
    asked: [{ what: 'holds', kind: hold, status: 200 }],
    aims: { eachUs: 'at most 0.6 of before' },
  });
  const value = await rawCommits(options.quick ? 200 : 2000);
  return [...held, { title: 'Inserts a second by better-sqlite3 alone', figures: [{ what: 'inserts', value }] }];
};

export const refusals: Measurement = (options) =>
  compare(options, {
    title: 'Refusals of a taken slot over HTTP',
    asked: [{ what: 'refusals', kind: { kind: 'same-slot', date: daysAhead(7) }, status: 409 }],
    aims: { eachUs: 'at most 0.75 of before' },
  });

const PATHS = ['/', '/book', '/pricing', '/login', '/register', '/nowhere'];

export const pages: Measurement = (options) =>
  compare(options, {
    title: 'Pages for a browser',
    asked: [
      ...PATHS.map((path) => {
        return { what: path, kind: { kind: 'page', path }, status: path === '/nowhere' ? 404 : 200 } as const;
      }),
      { what: '/ by tagged links', kind: { kind: 'tagged-page', path: '/' }, status: 200 },
    ],
    aims: { each: '2,000', p99: 'below 50' },
  });
