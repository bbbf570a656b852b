import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { projections } from '../../projections/index.ts';
import type { Queries, Tables } from '../../tables.ts';
import { servedSet } from './projections.ts';
import { type SqliteDatabase, preparedOnce } from './sqlite.ts';

/** How long a query waits for a process that has locked the whole file. */
const LOCK_PATIENCE_MS = 1000;

export class QueryConnection {
  readonly queries: Queries;
  readonly #db: SqliteDatabase;

  constructor(file: string) {
    this.#db = new Database(file, { fileMustExist: true, timeout: LOCK_PATIENCE_MS });
    try {
      this.createProjectionViews();
    } catch (error) {
      this.#db.close();
      throw error;
    }
    const database = { prepare: (sql: string) => preparedOnce(this.#db, sql), close: () => {} };
    this.queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  }

  createProjectionViews(): void {
    this.#db.pragma('query_only = OFF');
    const served = servedSet(this.#db);
    for (const name of Object.keys(projections)) {
      this.#db.exec(`DROP VIEW IF EXISTS temp.${name}`);
      if (served) this.#db.exec(`CREATE TEMP VIEW ${name} AS SELECT * FROM ${name}_${served.suffix}`);
    }
    this.#db.pragma('query_only = ON');
  }

  close(): void {
    this.#db.close();
  }
}
