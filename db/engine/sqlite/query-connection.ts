import Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { Kysely, SqliteDialect } from 'kysely';
import type { SqliteDatabase, SqliteStatement } from './sqlite.ts';
import type { Queries, Tables } from '../../tables.ts';

/** A program has few distinct queries: each is prepared once. */
const KEPT_STATEMENTS = 300;

/** How long, in milliseconds, a query waits for a process that has locked the whole file. */
const LOCK_PATIENCE_MS = 1000;

/** A connection that reads beside the one that writes: a query sees what was committed before it. */
export class QueryConnection {
  readonly queries: Queries;
  readonly #db: SqliteDatabase;

  constructor(writer: SqliteDatabase) {
    this.#db = openForQueries(writer.name);
    const statements = new LRUCache<string, SqliteStatement>({ max: KEPT_STATEMENTS });
    const prepare = (sql: string): SqliteStatement => {
      const statement = statements.get(sql) ?? this.#db.prepare(sql);
      statements.set(sql, statement);
      return statement;
    };
    this.queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database: { prepare, close: () => {} } }) });
  }

  /** Gives tables the names that queries use. */
  nameTables(tables: ReadonlyMap<string, string>): void {
    this.#db.pragma('query_only = OFF');
    for (const [name, table] of tables)
      this.#db.exec(`DROP VIEW IF EXISTS temp.${name}; CREATE TEMP VIEW ${name} AS SELECT * FROM ${table}`);
    this.#db.pragma('query_only = ON');
  }

  close(): void {
    this.#db.close();
  }
}

function openForQueries(file: string): SqliteDatabase {
  const db = new Database(file, { fileMustExist: true, timeout: LOCK_PATIENCE_MS });
  try {
    db.pragma('query_only = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
