import type { SqliteDatabase, SqliteStatement } from './sqlite.ts';
import type { Work } from './watched-database.ts';

/** Callbacks around the statements of a guarded connection. */
export interface Guarding {
  /** Called outside a transaction, before a statement that may write. Throws when writing is not allowed. */
  readonly before: (work: Work) => void;
  /** Called once no transaction is open. Throws `DiskFailure` when written data cannot be relied on, and no other error. */
  readonly after: (work: Work) => void;
  /** Returns the error to throw instead of an error of the connection; `isEnd` if it was thrown by a COMMIT or ROLLBACK. */
  readonly failed: (error: unknown, isEnd: boolean) => unknown;
}

/** Begins a transaction that only reads until it writes: nothing is to be allowed yet. */
const READING_BEGINS = /^\s*BEGIN(?:\s+DEFERRED)?\s*$/i;

/** Statements that end a transaction. What other statements inside it write takes effect only at its end. */
const END = /^\s*(?:COMMIT|ROLLBACK)/i;

const CHECKPOINT = /^\s*wal_checkpoint/i;

/** Runs every statement, transaction and pragma of a connection under guard. */
export function guardConnection(db: SqliteDatabase, { before, after, failed }: Guarding): void {
  /** Whether a transaction is open; cheaper than asking the connection each time. */
  let isInside = false;
  let isCheckpoint = false;
  const settle = (): void => {
    isInside = db.inTransaction;
    // A refused write changes the files, too.
    if (!isInside) after({ isCheckpoint });
  };
  const reading =
    <Args extends unknown[], Result>(run: (...args: Args) => Result, isEnd = false) =>
    (...args: Args): Result => {
      try {
        return run(...args);
      } catch (error) {
        // On a full disk SQLite may have rolled back the transaction itself.
        if (isInside) settle();
        throw failed(error, isEnd);
      }
    };
  const writing = <Args extends unknown[], Result>(run: (...args: Args) => Result, isEnd = false) =>
    writingAs(run, { isEnd, isCheckpoint: false });
  const writingAs = <Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    work: Work & { readonly isEnd: boolean },
  ) => {
    const guarded = reading(run, work.isEnd);
    return (...args: Args): Result => {
      // The latter is the end of a transaction that has only read.
      if (isInside ? !work.isEnd : work.isEnd) return guarded(...args);
      if (!db.open) return run(...args);
      if (!isInside) {
        before(work);
        ({ isCheckpoint } = work);
      }
      isInside = true;
      try {
        return guarded(...args);
      } finally {
        settle();
      }
    };
  };
  const pragma = db.pragma.bind(db);
  const asIs = writing(pragma);
  const asCheckpoint = writingAs(pragma, { isEnd: false, isCheckpoint: true });
  const prepare = db.prepare.bind(db);
  const transaction = db.transaction.bind(db);
  Object.assign(db, {
    prepare(sql: string) {
      const statement: SqliteStatement = prepare(sql);
      const run = statement.run.bind(statement);
      return Object.assign(statement, {
        run: READING_BEGINS.test(sql) ? reading(run) : writing(run, END.test(sql)),
        get: reading(statement.get.bind(statement)),
        all: reading(statement.all.bind(statement)),
      });
    },
    transaction(steps: (...args: unknown[]) => unknown) {
      const together = transaction(steps);
      const deferred = writing(together.deferred.bind(together));
      const immediate = writing(together.immediate.bind(together));
      const exclusive = writing(together.exclusive.bind(together));
      return Object.assign(deferred, { deferred, immediate, exclusive });
    },
    exec: writing(db.exec.bind(db)),
    pragma(...args: Parameters<typeof pragma>) {
      return CHECKPOINT.test(args[0]) ? asCheckpoint(...args) : asIs(...args);
    },
  });
}
