import { join } from 'node:path';
import { Client } from 'pg';
import { FatalError, RESTORE_FILE_ADVICE } from '../fatal-error.ts';
import { type EventRow, GENESIS, type Head } from '../log/hash-chain.ts';
import { checkRows, damageError } from '../log/verify.ts';
import { DATABASE_FILE } from '../schema.ts';
import { connectTo, patientConfig } from './postgres/connection.ts';
import { migratePostgres } from './postgres/schema.ts';
import { runPostgresWrites } from './postgres/transaction.ts';
import { prepareFolder } from './sqlite/open-file.ts';
import { type SqliteDatabase, openSqliteReader } from './sqlite/sqlite.ts';
import { lockFolder } from './sqlite/writer-lock.ts';
import { insertRows } from './write.ts';

const PAGE_SIZE = 1000;

const REPLACED = new Set(['shop', 'secrets']);

interface CopyOptions {
  readonly folder: string;
  readonly url: string;
  readonly onProgress: (rows: number, total: number) => void;
}

/** Needs an idle source and an empty target; compares row counts and the last hash. Throws `FatalError`. */
export async function copyToPostgres({ folder, url, onProgress }: CopyOptions) {
  const pool = await connectTo(url);
  await using opened = new AsyncDisposableStack();
  opened.defer(() => pool.end());
  await prepareFolder(folder);
  opened.adopt(lockFolder(folder), (lock) => lock.release());
  const source = opened.adopt(openSqliteReader(join(folder, DATABASE_FILE)), (db) => void db.close());
  const tables = tablesOf(source);
  await refuseForeignTables(pool, tables);
  await migratePostgres(url, { withSandbox: tables.some((table) => table.startsWith('sandbox_')) });
  const target = opened.adopt(new Client(patientConfig(url)), (client) => client.end());
  await target.connect();
  await target.query('BEGIN');
  const copied = await copyTables(source, target, { tables, file: source.name, onProgress });
  await target.query('COMMIT');
  return copied;
}

function tablesOf(source: SqliteDatabase): string[] {
  const suffixes = source.prepare<[], string>('SELECT suffix FROM projection_sets').pluck().all();
  const named = source.prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid`);
  const isCopied = (table: string) =>
    !/^sqlite_|^projection_sets$|_migrations(?:_lock)?$/.test(table) &&
    !suffixes.some((suffix) => table.endsWith(`_${suffix}`));
  return named.pluck().all().filter(isCopied);
}

const countIn = (source: SqliteDatabase, table: string): number =>
  Number(source.prepare(`SELECT count(*) FROM ${table}`).pluck().get());

async function countOf(target: Pick<Client, 'query'>, table: string): Promise<number> {
  const { rows } = await target.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
  return rows[0]!.count;
}

/** Throws `FatalError` if the target has rows or other tables. An interrupted copy leaves empty tables. */
async function refuseForeignTables(target: Pick<Client, 'query'>, tables: readonly string[]): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  for (const { name } of rows) {
    if (/^(?:head|projection_sets)$|_migrations(?:_lock)?$/.test(name) || REPLACED.has(name)) continue;
    const count = tables.includes(name) ? await countOf(target, name) : null;
    if (count === 0) continue;
    const found = count === null ? `a table ${name}` : `${count} rows in ${name}`;
    throw new FatalError(
      `The database at DATABASE_URL is not empty: it has ${found}. Set DATABASE_URL to an empty one.`,
    );
  }
}

interface Copied {
  readonly tables: readonly string[];
  readonly file: string;
  readonly onProgress: (rows: number, total: number) => void;
}

async function copyTables(source: SqliteDatabase, target: Client, { tables, file, onProgress }: Copied) {
  const counts = Object.fromEntries(tables.map((table) => [table, countIn(source, table)]));
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  let copied = 0;
  let head: Head = { position: 0, hash: GENESIS };
  for (const table of tables) {
    if (REPLACED.has(table)) await target.query(`DELETE FROM ${table}`);
    for (const rows of batchesOf(source, table)) {
      if (table === 'events') {
        const checked = checkRows(rows as unknown as EventRow[], head);
        if (checked.bad) throw damageError({ database: file, advice: RESTORE_FILE_ADVICE }, checked.bad);
        head = { position: checked.events, hash: checked.head };
      }
      await runPostgresWrites(target, [insertRows(table, rows)]);
      copied += rows.length;
      onProgress(copied, total);
    }
  }
  await target.query('UPDATE head SET position = $1, hash = $2', [head.position, head.hash]);
  await target.query(`SELECT setval(pg_get_serial_sequence('jobs', 'id'), max(id)) FROM jobs`);
  for (const [table, count] of Object.entries(counts)) {
    const found = await countOf(target, table);
    if (found !== count)
      throw new FatalError(`${table} has ${count} rows in ${file}, but ${found} in the copy. Nothing was copied.`);
  }
  const last = await target.query<Head>('SELECT position, hash FROM events ORDER BY position DESC LIMIT 1');
  if ((last.rows[0]?.hash ?? GENESIS) !== head.hash)
    throw new FatalError(`The last event of the copy differs from that of ${file}. Nothing was copied.`);
  return { head, tables: counts };
}

function* batchesOf(source: SqliteDatabase, table: string): Generator<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] = [];
  const all = source.prepare<[], Record<string, unknown>>(
    `SELECT * FROM ${table}${table === 'events' ? ' ORDER BY position' : ''}`,
  );
  for (const row of all.iterate()) {
    rows.push(row);
    if (rows.length < PAGE_SIZE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
