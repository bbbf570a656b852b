import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Pool } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openPool } from '#db/engine/postgres/connection.ts';
import { PostgresStore } from '#db/engine/postgres/postgres-store.ts';
import type { PreparedDatabase } from '#db/engine/postgres/postgres-store.ts';
import { PostgresProjections } from '#db/engine/postgres/projections.ts';
import { openFile, prepareFolder } from '#db/engine/sqlite/open-file.ts';
import type { Head } from '#db/log/hash-chain.ts';
import type { JobSource } from '#db/jobs.ts';
import { SqliteStore } from '#db/engine/sqlite/sqlite-store.ts';
import { PROJECTIONS_BUILD } from '#db/projections/projections-build.ts';
import { DATABASE_FILE } from '#db/schema.ts';
import type { CommittedBatch, Store, StoreOptions } from '#db/store.ts';
import { NOW } from '../events/facts.ts';
import { tempFolder } from '../temp-folder.ts';
import { connectionsOf } from './connections.ts';
import { takeDatabase } from './postgres.ts';
import { watchAnswers } from './quiet.ts';
import { runSqlSync } from './sync-sql.ts';

/** What a store reported. */
export interface Report {
  readonly message: string;
  readonly detail: unknown;
}

export interface OpenStore {
  readonly store: Store;
  readonly folder: string;
  readonly reports: readonly Report[];
  readonly failures: readonly Error[];
  /** Transactions so far. */
  readonly batches: readonly CommittedBatch[];
  /** Resolves with the next report that has this message. */
  readonly reported: (message: string) => Promise<Report>;
  readonly close: () => void | Promise<void>;
}

/** A database with every table and the id of its site, made once: making the tables takes longer than most tests. */
const NEW = await newDatabase();

async function newDatabase(): Promise<{ readonly bytes: Buffer; readonly shop: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'halfday-new-'));
  await prepareFolder(folder, { withSandbox: true });
  const shop = withDatabase(folder, (db) => db.prepare<[], string>('SELECT id FROM shop').pluck().get() ?? '');
  const bytes = readFileSync(join(folder, DATABASE_FILE));
  rmSync(folder, { recursive: true });
  return { bytes, shop };
}

/** Creates a new site's database in a folder without one. */
export function prepare(folder: string): void {
  const file = join(folder, DATABASE_FILE);
  if (existsSync(file)) return;
  const bytes = Buffer.from(NEW.bytes);
  bytes.write(randomBytes(16).toString('hex'), bytes.indexOf(NEW.shop));
  writeFileSync(file, bytes, { mode: 0o600 });
}

/** The folders of open stores. */
export const folders = new WeakMap<Store, string>();

/** The writing connection of each folder. */
const writers = new Map<string, Database.Database>();

/** The connection to SQLite with which the store of a folder writes. */
export function writerOf(folder: string): Database.Database {
  return writers.get(folder)!;
}

function openOnSqlite(options: StoreOptions): Store {
  prepare(options.folder);
  const { result, connections } = connectionsOf(() => new SqliteStore(openFile(options.folder, options), options));
  writers.set(options.folder, connections.get(DATABASE_FILE)!);
  return result;
}

/** The database of each folder, where tests run on PostgreSQL. */
const databases = new Map<string, PreparedDatabase>();

/** The PostgreSQL database that stands for a folder; null where tests run on SQLite. */
export function databaseOf(folder: string): string | null {
  return databases.get(folder)?.url ?? null;
}

/** The connections of the store of a folder, where tests run on PostgreSQL. */
export function poolOf(folder: string): Pool {
  return databases.get(folder)!.pool;
}

/** Runs SQL over the database of a folder behind the product's back. Returns its rows. */
export function sqlIn<Row extends object>(folder: string, sql: string): Row[] {
  const url = databaseOf(folder);
  if (url !== null) return runSqlSync<Row>(url, sql);
  return withDatabase(folder, (db) => {
    const statement = db.prepare<[], Row>(sql);
    if (statement.reader) return statement.all();
    statement.run();
    return [];
  });
}

function servedSuffix(url: string): string | undefined {
  const served = 'SELECT suffix FROM projection_sets WHERE is_served = 1 AND starts_with(suffix, $1)';
  return runSqlSync<{ suffix: string }>(url, served, [PROJECTIONS_BUILD])[0]?.suffix;
}

const headOf = (url: string) => runSqlSync<Head>(url, 'SELECT position, hash FROM head')[0]!;

/** Each folder stands for a database. */
function openOnPostgres(options: StoreOptions): Store {
  const { folder } = options;
  const known = databases.get(folder);
  const prepared = known ? { ...known, pool: openPool(known.url), head: headOf(known.url) } : takeDatabase();
  const { url, pool } = prepared;
  const { report = () => {} } = options;
  const projections = new PostgresProjections({ pool, build: PROJECTIONS_BUILD, report }, known && servedSuffix(url));
  const database = { ...prepared, projections };
  databases.set(folder, database);
  const stopWatching = watchAnswers(database.pool);
  const store = new PostgresStore(database, options);
  const close = store.close.bind(store);
  store.close = () => {
    return close().finally(stopWatching);
  };
  return store;
}

/** A store over a folder (a fresh one unless given), closed at the end of the test at the latest. */
export function openIn(
  folder: string = tempFolder(),
  now: () => number = () => NOW,
  jobSources: readonly JobSource[] = [],
): OpenStore {
  const reports: Report[] = [];
  const failures: Error[] = [];
  const batches: CommittedBatch[] = [];
  const listeners = new Set<(report: Report) => void>();
  const options = {
    folder,
    now,
    jobSources,
    report(message: string, detail: unknown) {
      reports.push({ message, detail });
      for (const listener of listeners) listener({ message, detail });
    },
    onBatch: (batch: CommittedBatch) => void batches.push(batch),
    onBroken: (failure: Error) => void failures.push(failure),
  };
  const store = inject('postgres') === undefined ? openOnSqlite(options) : openOnPostgres(options);
  folders.set(store, folder);
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    return store.close();
  };
  onTestFinished(close);
  return {
    store,
    folder,
    reports,
    failures,
    batches,
    reported: (message) =>
      new Promise((resolve) => {
        listeners.add((report) => {
          if (report.message === message) resolve(report);
        });
      }),
    close,
  };
}

/** Looks into or changes a database file of a folder behind the product's back. */
export function withFile<Result>(folder: string, file: string, use: (db: Database.Database) => Result): Result {
  const db = new Database(join(folder, file), { fileMustExist: true });
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** `withFile` for the site's own database. */
export function withDatabase<Result>(folder: string, use: (db: Database.Database) => Result): Result {
  return withFile(folder, DATABASE_FILE, use);
}

/** Rewrites the log as an attacker with access to the database, who drops the triggers. */
export function tamper(folder: string, sql: string, ...values: unknown[]): void {
  const url = databaseOf(folder);
  if (url !== null) {
    runSqlSync(url, 'ALTER TABLE events DISABLE TRIGGER USER');
    runSqlSync(url, sql);
    return;
  }
  withDatabase(folder, (db) => {
    db.exec('DROP TRIGGER IF EXISTS events_are_never_changed; DROP TRIGGER IF EXISTS events_are_never_deleted');
    db.prepare(sql).run(...values);
  });
}
