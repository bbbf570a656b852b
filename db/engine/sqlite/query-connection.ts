import Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { Kysely, SqliteDialect } from 'kysely';
import { projections } from '../../projections/index.ts';
import type { Queries, Tables } from '../../tables.ts';
import { servedSuffix } from './projection-set.ts';
import type { SqliteDatabase, SqliteStatement } from './sqlite.ts';

/** A program has few distinct queries: each is prepared once. */
const KEPT_STATEMENTS = 300;

/** How long, in milliseconds, a query waits for a process that has locked the whole file. */
const LOCK_PATIENCE_MS = 1000;

/** A connection that reads beside the one that writes: a query sees what was committed before it. */
export class QueryConnection {
  readonly queries: Queries;
  readonly #db: SqliteDatabase;

  constructor(file: string) {
    this.#db = new Database(file, { fileMustExist: true, timeout: LOCK_PATIENCE_MS });
    try {
      this.nameProjections();
    } catch (error) {
      this.#db.close();
      throw error;
    }
    const statements = new LRUCache<string, SqliteStatement>({ max: KEPT_STATEMENTS });
    const prepare = (sql: string): SqliteStatement => {
      const statement = statements.get(sql) ?? this.#db.prepare(sql);
      statements.set(sql, statement);
      return statement;
    };
    this.queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database: { prepare, close: () => {} } }) });
  }

  /** Has queries of each projection read the table that is served. */
  nameProjections(): void {
    this.#db.pragma('query_only = OFF');
    const suffix = servedSuffix(this.#db);
    for (const name of suffix === null ? [] : Object.keys(projections))
      this.#db.exec(`DROP VIEW IF EXISTS temp.${name}; CREATE TEMP VIEW ${name} AS SELECT * FROM ${name}_${suffix}`);
    this.#db.pragma('query_only = ON');
  }

  close(): void {
    this.#db.close();
  }
}
