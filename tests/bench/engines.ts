import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Client } from 'pg';
import { PostgresStore } from '#db/engine/postgres/postgres-store.ts';
import { prepareDatabase } from '#db/engine/postgres/postgres-store.ts';
import { day, hold } from '../db/changes.ts';
import { startPostgres, urlOf } from '../db/postgres-server.ts';
import { type BookableServer, startBuild, withServers } from './builds.ts';
import { load, perSecond, withRawHttp } from './children.ts';
import { rawCommitMs } from './floors.ts';
import type { BenchOptions, Figure, Measured, Measurement } from './measurement.ts';
import { daysAhead } from './programs/requests.ts';
import { inTurns, percentile } from './rounds.ts';

const CONNECTIONS = 16;
const ROUND_TRIP_MS = 1;

/** Lends a proxy to PostgreSQL that adds a round trip. Resolves with its port. */
async function slowProxy(port: number) {
  const proxy = createServer({ noDelay: true }, (client) => {
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    client.on('data', (bytes) => setTimeout(() => server.write(bytes), ROUND_TRIP_MS));
    server.pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { port: (proxy.address() as AddressInfo).port, close: () => proxy.close() };
}

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

async function createDatabases({ port }: Postgres, names: readonly string[]): Promise<void> {
  const client = new Client(urlOf(port, 'floor'));
  await client.connect();
  for (const name of names) await client.query(`CREATE DATABASE ${name}`);
  await client.end();
}

/** Milliseconds of an insert with its commit, by PostgreSQL alone. */
async function postgresCommitMs({ port }: Postgres, forMs: number): Promise<number> {
  const client = new Client(urlOf(port, 'floor'));
  await client.connect();
  await client.query('CREATE TABLE rows (position INTEGER PRIMARY KEY, data TEXT NOT NULL)');
  let rows = 0;
  const begin = performance.now();
  for (; performance.now() - begin < forMs; rows += 1)
    await client.query('INSERT INTO rows VALUES ($1, $2)', [rows, 'x'.repeat(280)]);
  const eachMs = (performance.now() - begin) / rows;
  await client.end();
  return eachMs;
}

/** Machines over one database, and where the next hold of each begins. */
interface Subject {
  readonly what: string;
  readonly machines: readonly BookableServer[];
  next: number;
}

async function holdFor({ machines, ...subject }: Subject, forMs: number) {
  const kindOf = ({ price }: BookableServer) => ({ kind: 'hold', firstDate: daysAhead(7), price }) as const;
  const connections = CONNECTIONS / machines.length;
  const reports = await Promise.all(
    machines.map((machine, index) =>
      // Far apart, so that no machine holds what another has.
      load({ port: machine.port, connections, forMs, from: subject.next + index * 50_000, kind: kindOf(machine) }),
    ),
  );
  return {
    next: Math.max(...reports.map(({ next }, index) => next - index * 50_000)),
    each: reports.reduce((sum, report) => sum + perSecond(report, 200), 0),
    p50: Math.max(...reports.map(({ p50 }) => p50)),
    p99: Math.max(...reports.map(({ p99 }) => p99)),
  };
}

async function measureHolds(subjects: readonly Subject[], { quick }: BenchOptions) {
  const run = async (subject: Subject) => {
    const found = await holdFor(subject, quick ? 500 : 3000);
    subject.next = found.next;
    return found;
  };
  // The first seconds compile.
  await inTurns(1, subjects, run);
  return inTurns(quick ? 1 : 5, subjects, run);
}

/** Milliseconds from the answer to a change on one machine until another has heard of it. */
async function measureDelays(url: string, changes: number): Promise<number[]> {
  const stores: PostgresStore[] = [];
  for (let index = 0; index < 2; index += 1)
    stores.push(new PostgresStore(await prepareDatabase(url, {}), { now: Date.now }));
  const [here, there] = stores as [PostgresStore, PostgresStore];
  const delays: number[] = [];
  for (let index = 0; index <= changes; index += 1) {
    const heard = new Promise<number>((resolve) => {
      const stop = there.onCommit(() => {
        stop();
        resolve(performance.now());
      });
    });
    await here.change(hold(`b${index}`, { date: day(index) }));
    const answered = performance.now();
    delays.push(Math.max(0, (await heard) - answered));
  }
  for (const store of stores) await store.close();
  // The first change connects.
  return delays.slice(1);
}

export const engines: Measurement = {
  name: 'engines',
  async run(options) {
    const { quick, builds } = options;
    const postgres = await startPostgres('floor', { isDurable: true });
    const proxy = await slowProxy(postgres.port);
    const at = (port: number, database: string) => ({ DATABASE_URL: urlOf(port, database) });
    const far = at(proxy.port, 'shared');
    const places = [{}, at(postgres.port, 'near'), at(proxy.port, 'far'), far, far];
    const { folder } = builds[0]!;
    const machines = new Map(places.map((place) => [{ folder }, place] as const));
    try {
      await createDatabases(postgres, ['near', 'far', 'shared', 'delays']);
      return await withServers(
        [...machines.keys()],
        (build) => startBuild(build, machines.get(build)),
        async (servers): Promise<Measured[]> => {
          const subjects = [
            { what: 'SQLite', machines: servers.slice(0, 1), next: 0 },
            { what: 'PostgreSQL', machines: servers.slice(1, 2), next: 0 },
            { what: 'PostgreSQL, 1 ms', machines: servers.slice(2, 3), next: 0 },
            { what: 'PostgreSQL, 1 ms, two machines', machines: servers.slice(3), next: 0 },
          ];
          const forMs = quick ? 200 : 2000;
          const floors = [1000 / (await rawCommitMs(forMs)), 1000 / (await postgresCommitMs(postgres, forMs))];
          const held = await measureHolds(subjects, options);
          const figures = (name: 'each' | 'p50' | 'p99', aim = '', floor: readonly number[] = []): Figure[] =>
            subjects.map(({ what }, index) => ({
              what,
              value: held[index]![name],
              floor: floor[Math.min(index, 1)],
              aim: index < 2 ? '' : aim,
            }));
          const delays = await measureDelays(urlOf(proxy.port, 'delays'), quick ? 20 : 300);
          const page = { connections: CONNECTIONS, forMs, from: 0, kind: { kind: 'page', path: '/' } } as const;
          const pages = await withRawHttp(20_000, (rawPort) => {
            const ports = [rawPort, ...servers.slice(0, 3).map(({ port }) => port)];
            const run = async (port: number) => ({ each: perSecond(await load({ ...page, port }), 200) });
            // The first seconds compile.
            return inTurns(1, ports, run).then(() => inTurns(quick ? 1 : 3, ports, run));
          });
          return [
            {
              title: `Slots held a second, ${CONNECTIONS} connections`,
              floor: 'inserts with a commit each, by the database alone, one after another',
              figures: figures('each', '300', floors),
            },
            { title: 'The same, milliseconds, median', figures: figures('p50') },
            { title: 'The same, milliseconds, 99th percentile', figures: figures('p99') },
            {
              title: 'Milliseconds until another machine hears of a change, 1 ms from the database',
              figures: [
                { what: 'median', value: percentile(delays, 0.5) },
                { what: '99th percentile', value: percentile(delays, 0.99), aim: 'at most 50' },
              ],
            },
            {
              title: 'Cached pages a second',
              floor: 'node:http that answers 20 kB from memory',
              figures: subjects.slice(0, 3).map(({ what }, index) => {
                return { what, value: pages[index + 1]!.each, floor: pages[0]!.each };
              }),
            },
          ];
        },
      );
    } finally {
      proxy.close();
      await postgres.stop();
    }
  },
};
