import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Client } from 'pg';
import { PostgresStore, prepareDatabase } from '#db/engine/postgres/postgres-store.ts';
import { day, hold } from '../db/changes.ts';
import { startPostgres, urlOf } from '../db/postgres-server.ts';
import { load, perSecond, withPeer } from './load.ts';
import { ROW, insertsPerSecond, rawCommits } from './loads.ts';
import { type Figure, type Measurement, inTurns, percentile } from './measurement.ts';
import { daysAhead } from './programs/requests.ts';
import { type Server, startBuild, withServers } from './servers.ts';

const CONNECTIONS = 16;
const DELAY_MS = 1;

/** A proxy to PostgreSQL that delays each request. */
async function startSlowProxy(port: number) {
  const proxy = createServer({ noDelay: true }, (client) => {
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    client.on('data', (bytes) => setTimeout(() => server.write(bytes), DELAY_MS));
    server.pipe(client);
    for (const end of [client, server]) {
      end.on('error', () => {});
      end.on('close', () => [client, server].forEach((each) => each.destroy()));
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { port: (proxy.address() as AddressInfo).port, close: () => proxy.close() };
}

/** Inserts a second, each committed before the next, by PostgreSQL alone. Creates the other databases. */
async function postgresCommits(port: number, forMs: number, databases: readonly string[]): Promise<number> {
  const client = new Client(urlOf(port, 'floor'));
  await client.connect();
  for (const name of databases) await client.query(`CREATE DATABASE ${name}`);
  await client.query('CREATE TABLE rows (position INTEGER PRIMARY KEY, data TEXT NOT NULL)');
  const insert = (row: number) => client.query('INSERT INTO rows VALUES ($1, $2)', [row, ROW]);
  return insertsPerSecond(forMs, insert).finally(() => client.end());
}

/** Machines over one database, and where the next hold of each begins. */
interface Subject {
  readonly what: string;
  readonly machines: readonly Server[];
  next: number;
}

async function holdFor(subject: Subject, forMs: number) {
  const { machines, next: begin } = subject;
  const kind = { kind: 'hold', firstDate: daysAhead(7) } as const;
  const order = { connections: CONNECTIONS / machines.length, forMs, kind };
  const reports = await Promise.all(
    machines.map(({ port }, index) =>
      // Far apart, so that no machine holds what another has.
      load({ ...order, port, from: begin + index * 50_000 }),
    ),
  );
  subject.next = Math.max(...reports.map(({ next }, index) => next - index * 50_000));
  return {
    each: reports.reduce((sum, report) => sum + perSecond(report, 200), 0),
    p50: Math.max(...reports.map(({ p50 }) => p50)),
    p99: Math.max(...reports.map(({ p99 }) => p99)),
  };
}

/** Milliseconds from the answer to a change on one machine until another has heard of it. */
async function measureDelays(url: string, changes: number): Promise<number[]> {
  const open = async () => new PostgresStore(await prepareDatabase(url, {}), { now: Date.now });
  const [here, there] = [await open(), await open()];
  const delays: number[] = [];
  for (let index = 0; index <= changes; index++) {
    const { promise: heard, resolve } = Promise.withResolvers<number>();
    const stop = there.onCommit(() => resolve(performance.now()));
    await here.change(hold(`b${index}`, { date: day(index) }));
    const answered = performance.now();
    delays.push(Math.max(0, (await heard) - answered));
    stop();
  }
  await Promise.all([here.close(), there.close()]);
  // The first change connects.
  return delays.slice(1);
}

/** Cached pages a second of bare node:http, then of each server. */
function pagesPerSecond(servers: readonly Server[], quick: boolean): Promise<number[]> {
  return withPeer(['raw', 20_000], async (port) => {
    const order = { connections: CONNECTIONS, forMs: quick ? 200 : 2000, from: 0 };
    const run = async (to: { readonly port: number }) => {
      return { each: perSecond(await load({ ...order, port: to.port, kind: { kind: 'page', path: '/' } }), 200) };
    };
    const found = await inTurns(quick ? 1 : 3, [{ port }, ...servers], run);
    return found.map(({ each }) => each);
  });
}

export const engines: Measurement = async ({ quick, builds }) => {
  const postgres = await startPostgres('floor', { isDurable: true });
  const proxy = await startSlowProxy(postgres.port);
  const at = (port: number, name: string) => ({ DATABASE_URL: urlOf(port, name) });
  const [near, far] = [at(postgres.port, 'near'), at(proxy.port, 'far')];
  const shared = at(proxy.port, 'shared');
  const forMs = quick ? 200 : 2000;
  try {
    const inserts = await postgresCommits(postgres.port, forMs, ['near', 'far', 'shared', 'delays']);
    const floors = [await rawCommits(forMs), inserts, inserts, inserts];
    return await withServers(
      [{}, near, far, shared, shared],
      (place) => startBuild(builds[0]!, place),
      async (servers) => {
        const subjects: Subject[] = [
          { what: 'SQLite', machines: servers.slice(0, 1), next: 0 },
          { what: 'PostgreSQL', machines: servers.slice(1, 2), next: 0 },
          { what: 'PostgreSQL, 1 ms', machines: servers.slice(2, 3), next: 0 },
          { what: 'PostgreSQL, 1 ms, two machines', machines: servers.slice(3), next: 0 },
        ];
        const run = (subject: Subject) => holdFor(subject, forMs);
        // The first seconds compile.
        await inTurns(1, subjects, run);
        const held = await inTurns(quick ? 1 : 5, subjects, run);
        const figures = (name: 'each' | 'p50' | 'p99', floor: readonly number[] = []): Figure[] =>
          subjects.map(({ what }, index) => ({ what, value: held[index]![name], floor: floor[index] }));
        const delays = await measureDelays(urlOf(proxy.port, 'delays'), quick ? 20 : 300);
        const [raw, ...pages] = await pagesPerSecond(servers.slice(0, 3), quick);
        return [
          {
            title: `Slots held a second, ${CONNECTIONS} connections; with 1 ms the aim is 300`,
            floor: 'inserts with a commit each, by the database alone, one after another',
            figures: figures('each', floors),
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
            figures: pages.map((value, index) => ({ what: subjects[index]!.what, value, floor: raw })),
          },
        ];
      },
    );
  } finally {
    proxy.close();
    await postgres.stop();
  }
};
