import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** The read model behind the queries, which may be replaced at any time. */
export interface Readable<Row> {
  all(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  row(key: string): Promise<Row | undefined>;
  whenUpdated(): Promise<void>;
  isWrong(fault: Error): void;
}

/** Queries over one read model, level with the log each time they run. */
export class RowQueries<Name extends string, Row> extends Kysely<Readonly<Record<Name, Row>>> {
  readonly #model: Readable<Row>;

  constructor(model: Readable<Row>) {
    super({ dialect: new ReadDialect(model) });
    this.#model = model;
  }

  /**
   * The row of a key; undefined only when the log has no such row either. Throws `ReadModelUnavailable` when the row cannot be
   * read now.
   */
  row(key: string): Promise<Row | undefined> {
    return this.#model.row(key);
  }

  /**
   * Resolves once queries see every committed event. Call it before an effect that depends on a row and is never repeated. Throws
   * `ReadModelUnavailable` when they do not see them now.
   */
  whenUpdated(): Promise<void> {
    return this.#model.whenUpdated();
  }

  /** Call it when a row contradicts the log: the read model is rebuilt from the log. */
  isWrong(fault: Error): void {
    this.#model.isWrong(fault);
  }
}

class ReadDialect implements Dialect {
  readonly #model: Readable<unknown>;

  constructor(model: Readable<unknown>) {
    this.#model = model;
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }

  createDriver(): Driver {
    return new ReadDriver(this.#model);
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }
}

/** A driver for reading: there are no transactions. */
class ReadDriver implements Driver, DatabaseConnection {
  readonly #model: Readable<unknown>;

  constructor(model: Readable<unknown>) {
    this.#model = model;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return { rows: (await this.#model.all(sql, parameters)) as Row[] };
  }

  streamQuery(): never {
    throw new Error('read models are not streamed');
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  beginTransaction(): Promise<void> {
    throw new Error('read models are not changed by queries');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async init(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
