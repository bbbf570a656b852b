import { type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type SqliteDatabase, type SqliteStatement, isBroken, openSqlite } from './sqlite.ts';

/**
 * The disk under the log or the vault cannot be relied on: it failed, or its files are no longer those that this process
 * opened. What was written is known only after a restart, so the process must end.
 */
export class DiskFailure extends Error {}

/** Bytes of a file as this process left them; what another process writes shows here. */
type Mark = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs'>;

function markOf(path: string): Mark | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** Tells what happened to a file that had a mark; null for nothing. */
type Comparison = (path: string, before: Mark, after: Mark | undefined) => string | null;

const displacement: Comparison = (path, before, after) => {
  if (!after) return `${basename(path)} was removed while it was in use`;
  if (after.ino === before.ino && after.dev === before.dev) return null;
  return `${basename(path)} was replaced while it was in use`;
};

/** The same, and what only this process may do between two looks. */
const intrusion: Comparison = (path, before, after) => {
  const displaced = displacement(path, before, after);
  if (displaced !== null || after?.mtimeMs === before.mtimeMs) return displaced;
  const isCut = after !== undefined && after.size < before.size;
  return `${basename(path)} was ${isCut ? 'cut off' : 'written to by another process'} while it was in use`;
};

/** A database file and its journal, between two writes of this process. */
class WatchedDatabase {
  readonly #paths: readonly string[];
  #marks: (Mark | undefined)[] = [];

  constructor(file: string) {
    this.#paths = [file, `${file}-wal`];
    this.note();
  }

  /** What happened to the files that this process did not do; null for nothing. Call it before a write. */
  intrusion(): string | null {
    return this.#compare(intrusion, this.#look());
  }

  /** Takes over what this process has just written; returns what it cannot have done itself. */
  note(): string | null {
    const before = this.#marks;
    this.#marks = this.#look();
    return this.#compare(displacement, this.#marks, before);
  }

  #look(): (Mark | undefined)[] {
    return this.#paths.map(markOf);
  }

  #compare(comparison: Comparison, after: readonly (Mark | undefined)[], marks = this.#marks): string | null {
    for (const [index, path] of this.#paths.entries()) {
      const before = marks[index];
      const found = before ? comparison(path, before, after[index]) : null;
      if (found !== null) return found;
    }
    return null;
  }
}

/** What becomes of a guarded connection's work. */
interface Guarding {
  /** Called where no transaction is open, before what may write. Throws when nothing may. */
  readonly before: () => void;
  /** Called when no transaction is open any more. Throws when what was written cannot be relied on. */
  readonly after: () => void;
  /** The error to throw in place of one of the connection's. */
  readonly failed: (error: unknown) => unknown;
}

/**
 * Opens the files of the truth and looks after them: every error of their connections passes here, and before and after each
 * write the files behind their names are compared with those that were opened.
 */
export class DiskGuard {
  readonly #onFailure: (failure: DiskFailure) => void;
  readonly #databases: WatchedDatabase[] = [];
  /** Files that are only compared by identity. */
  readonly #others = new Map<string, Mark>();
  #failure: DiskFailure | null = null;

  constructor(onFailure: (failure: DiskFailure) => void) {
    this.#onFailure = onFailure;
  }

  /** Why nothing may be written or acknowledged any more, if so. */
  get failure(): DiskFailure | null {
    return this.#failure;
  }

  /** Opens a database whose COMMITs survive a power cut. `prepare` brings its tables up to date. */
  open(file: string, prepare: (db: SqliteDatabase) => void): SqliteDatabase {
    const db = openSqlite(file, 'truth');
    try {
      prepare(db);
    } catch (error) {
      db.close();
      throw error;
    }
    const watched = new WatchedDatabase(file);
    this.#databases.push(watched);
    this.watch(`${file}-shm`);
    guardConnection(db, this.#guarding(file, watched));
    return db;
  }

  /** Watches over a file that must stay where it is, whatever is written to it. */
  watch(path: string): void {
    const mark = markOf(path);
    if (mark) this.#others.set(path, mark);
  }

  /** Compares every file with what it was. Fails when one is not. */
  check(): void {
    for (const database of this.#databases) this.#note(database.intrusion());
    for (const [path, mark] of this.#others) this.#note(displacement(path, mark, markOf(path)));
  }

  #fail(reason: string, cause?: unknown): DiskFailure {
    if (this.#failure) return this.#failure;
    this.#failure = new DiskFailure(reason, { cause });
    this.#onFailure(this.#failure);
    return this.#failure;
  }

  #note(found: string | null): void {
    if (found !== null) this.#fail(found);
  }

  #demand(found: string | null): void {
    this.#note(found);
    if (this.#failure) throw this.#failure;
  }

  #guarding(file: string, watched: WatchedDatabase): Guarding {
    return {
      before: () => this.#demand(watched.intrusion()),
      after: () => this.#demand(watched.note()),
      failed: (error) => (isBroken(error) ? this.#fail(`${basename(file)} can no longer be relied on`, error) : error),
    };
  }
}

/** What ends a transaction. Other statements inside of one write nothing that is relied on before its end. */
const END = /^\s*(?:COMMIT|ROLLBACK)/i;

/** Has every statement, transaction and pragma of a connection run under guard. */
function guardConnection(db: SqliteDatabase, { before, after, failed }: Guarding): void {
  /** Whether a transaction is open; cheaper than to ask for it each time. */
  let isInside = false;
  const settle = (): void => {
    isInside = db.inTransaction;
    // A write that was refused leaves its traces, too.
    if (!isInside) after();
  };
  const reading =
    <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
    (...args: Args): Result => {
      try {
        return run(...args);
      } catch (error) {
        // On a full disk SQLite may have rolled the transaction back by itself.
        if (isInside) settle();
        throw failed(error);
      }
    };
  const writing = <Args extends unknown[], Result>(run: (...args: Args) => Result, isEnd = false) => {
    const guarded = reading(run);
    return (...args: Args): Result => {
      if (isInside && !isEnd) return guarded(...args);
      if (!db.open) return run(...args);
      if (!isInside) before();
      isInside = true;
      try {
        return guarded(...args);
      } finally {
        settle();
      }
    };
  };
  const prepare = db.prepare.bind(db);
  const transaction = db.transaction.bind(db);
  Object.assign(db, {
    prepare(sql: string) {
      const statement: SqliteStatement = prepare(sql);
      return Object.assign(statement, {
        run: writing(statement.run.bind(statement), END.test(sql)),
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
    pragma: writing(db.pragma.bind(db)),
  });
}
