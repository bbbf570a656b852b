import { Client } from 'pg';
import { startPostgres, urlOf } from '../db/postgres-server.ts';
import { load, perSecond } from './load.ts';
import { ROW, insertsPerSecond, rawCommits } from './loads.ts';
import { type Figure, type Measurement, inTurns } from './measurement.ts';
import { daysAhead } from './programs/requests.ts';
import { type Server, startBuild, withServers } from './servers.ts';

const CONNECTIONS = 16;

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

export const engines: Measurement = async ({ quick, builds }) => {
  const postgres = await startPostgres('floor', { isDurable: true });
  const places = [{}, ...['alone', 'shared', 'shared'].map((name) => ({ DATABASE_URL: urlOf(postgres.port, name) }))];
  const forMs = quick ? 200 : 2000;
  try {
    const inserts = await postgresCommits(postgres.port, forMs, ['alone', 'shared']);
    const floors = [await rawCommits(forMs), inserts, inserts];
    return await withServers(
      places,
      (place) => startBuild(builds[0]!, place),
      async (servers) => {
        const subjects: Subject[] = [
          { what: 'SQLite', machines: servers.slice(0, 1), next: 0 },
          { what: 'PostgreSQL', machines: servers.slice(1, 2), next: 0 },
          { what: 'PostgreSQL, two machines', machines: servers.slice(2), next: 0 },
        ];
        const run = (subject: Subject) => holdFor(subject, forMs);
        // The first seconds compile.
        await inTurns(1, subjects, run);
        const held = await inTurns(quick ? 1 : 5, subjects, run);
        const figures = (name: 'each' | 'p50' | 'p99', floor: readonly number[] = []): Figure[] =>
          subjects.map(({ what }, index) => ({ what, value: held[index]![name], floor: floor[index] }));
        return [
          {
            title: `Slots held a second, ${CONNECTIONS} connections; the aim is 300`,
            floor: 'inserts with a commit each, by the database alone, one after another',
            figures: figures('each', floors),
          },
          { title: 'The same, milliseconds, median', figures: figures('p50') },
          { title: 'The same, milliseconds, 99th percentile', figures: figures('p99') },
        ];
      },
    );
  } finally {
    await postgres.stop();
  }
};
