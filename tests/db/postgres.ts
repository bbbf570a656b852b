/** Databases and stores of the run's PostgreSQL server. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { patientConfig } from '#db/engine/postgres/connection.ts';
import { PostgresStore } from '#db/engine/postgres/postgres-store.ts';
import { type PreparedDatabase, prepareDatabase } from '#db/engine/postgres/postgres-store.ts';
import type { StoreOptions } from '#db/store.ts';
import { NOW } from '../events/facts.ts';
import { TEMPLATE, urlOf } from './postgres-server.ts';

/** Runs SQL behind the product's back. */
export async function runSql<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client(patientConfig(url));
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The address of a new database: with every table, or, of the template `template0`, with none. */
export async function createDatabase(template = TEMPLATE): Promise<string> {
  const port = inject('postgres');
  const name = `site_${randomUUID().replaceAll('-', '')}`;
  await runSql(urlOf(port, 'postgres'), `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return urlOf(port, name);
}

/** A store over a database, of this release or of another build, closed at the end of the test at the latest. */
export async function openPostgres(
  url: string,
  options: Partial<StoreOptions> = {},
  build?: string,
): Promise<PostgresStore> {
  const store = new PostgresStore(await prepareDatabase(url, options, build), { now: () => NOW, ...options });
  onTestFinished(() => store.close());
  return store;
}

/** Databases for the next stores of tests that open them synchronously. */
const ready: PreparedDatabase[] = [];

const MOST_OF_A_TEST = 4;

export async function prepareDatabases(): Promise<void> {
  while (ready.length < MOST_OF_A_TEST)
    ready.push(await prepareDatabase(await createDatabase(), { withSandbox: true }));
}

export function takeDatabase(): PreparedDatabase {
  const database = ready.pop();
  if (!database) throw new Error(`a test opens ${MOST_OF_A_TEST} stores at most`);
  return database;
}
