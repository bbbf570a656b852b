import { basename } from 'node:path';
import {
  type SqliteDatabase,
  type SqliteStatement,
  isBroken,
  isRefusedByDisk,
  openSqlite,
  sqliteCode,
} from './sqlite.ts';
import { meaningOf } from './start-failure.ts';
import { type Mark, WatchedDatabase, type Work, displacement, markOf } from './watched-database.ts';

/**
 * The disk under the log or the vault cannot be relied on: it failed, or its files are no longer those that this process
 * opened. What was written is known only after a restart, so the process must end.
 */
export class DiskFailure extends Error {}

/** After so many looks, a second apart, the database files are brought level with their journals, however little that is. */
const LOOKS_A_CHECKPOINT = 60;

/** What becomes of a guarded connection's work. */
interface Guarding {
  /** Called where no transaction is open, before what may write. Throws when nothing may. */
  readonly before: (work: Work) => void;
  /** Called when no transaction is open any more. Throws nothing but `DiskFailure`: what was written cannot be relied on. */
  readonly after: (work: Work) => void;
  /** The error to throw in place of one of the connection's, which came while a transaction was to end or not. */
  readonly failed: (error: unknown, isEnd: boolean) => unknown;
}

/**
 * Opens the files of the truth and looks after them: every error of their connections passes here, and before and after each
 * write the files behind their names are compared with those that were opened.
 */
export class DiskGuard {
  readonly #onFailure: (failure: DiskFailure) => void;
  /** With what copies the journal of each into its file. */
  readonly #databases = new Map<WatchedDatabase, () => void>();
  /** Files that are only compared by identity. */
  readonly #others = new Map<string, Mark>();
  #failure: DiskFailure | null = null;
  #looks = 0;

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
    // SQLite's own checkpoints keep it to themselves when they fail.
    db.pragma('wal_autocheckpoint = 0');
    const watched = new WatchedDatabase(file);
    const checkpoint = () => this.#checkpoint(db);
    this.#databases.set(watched, checkpoint);
    this.watch(`${file}-shm`);
    const close = db.close.bind(db);
    guardConnection(db, this.#guarding(file, watched, checkpoint));
    return Object.assign(db, {
      close: () => {
        try {
          if (db.open) checkpoint();
        } catch {
          // It is a failure of the disk by now, and known.
        }
        this.#databases.delete(watched);
        // Closing writes to the file what the journal is believed to have.
        return this.#failure ? db : close();
      },
    });
  }

  /** Watches over a file that must stay where it is, whatever is written to it. */
  watch(path: string): void {
    const mark = markOf(path);
    if (mark) this.#others.set(path, mark);
  }

  /** To be called each second. Compares every file with what it was, and fails when one is not. */
  lookAfter(): void {
    this.#checkDatabases();
    for (const [path, mark] of this.#others) this.#note(path, () => displacement(path, mark, markOf(path)));
    this.#looks += 1;
    if (this.#looks % LOOKS_A_CHECKPOINT === 0 && !this.#failure) this.#levelDatabases();
  }

  /** All in one turn: the files fit also when they are copied without their journals. */
  #levelDatabases(): void {
    try {
      for (const [database, checkpoint] of this.#databases) if (database.isJournalAhead) checkpoint();
    } catch {
      // It is a failure of the disk by now, and known.
    }
  }

  /** Copies the journal into the file. On a disk that takes nothing the journal goes on growing, until that is refused, too. */
  #checkpoint(db: SqliteDatabase): void {
    try {
      db.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      if (!isRefusedByDisk(error)) throw this.#fail(unreliable(db.name), error);
    }
  }

  #checkDatabases(): void {
    for (const database of this.#databases.keys()) this.#note(database.file, () => database.intrusion());
  }

  #fail(reason: string, cause?: unknown): DiskFailure {
    if (this.#failure) return this.#failure;
    this.#failure = new DiskFailure(reason, { cause });
    this.#onFailure(this.#failure);
    return this.#failure;
  }

  /** Looks at a file. A look that fails tells nothing of it, and then it cannot be relied on either. */
  #note(path: string, look: () => string | null): void {
    try {
      const found = look();
      if (found !== null) this.#fail(found);
    } catch (error) {
      this.#fail(`${basename(path)} could not be looked at while it was in use: ${meaningOf(error)}`, error);
    }
  }

  #demand(): void {
    if (this.#failure) throw this.#failure;
  }

  #guarding(file: string, watched: WatchedDatabase, checkpoint: () => void): Guarding {
    return {
      before: (work) => {
        // Both: an event is worth nothing without the keys that the vault has for it.
        this.#checkDatabases();
        if (work.isCheckpoint) this.#note(file, () => watched.tornJournal());
        this.#demand();
        watched.isWriting = true;
      },
      after: (work) => {
        watched.isWriting = false;
        this.#note(file, () => watched.note(work));
        this.#demand();
        if (!work.isCheckpoint && watched.isCheckpointDue) checkpoint();
      },
      failed: (error, isEnd) => {
        // SQLite itself says whether it has ended a transaction; after any other error that is not known.
        const isUnknown = isEnd && sqliteCode(error) === null;
        return isBroken(error) || isUnknown ? this.#fail(unreliable(file), error) : error;
      },
    };
  }
}

function unreliable(file: string): string {
  return `${basename(file)} can no longer be relied on`;
}

/** What ends a transaction. Other statements inside of one write nothing that is relied on before its end. */
const END = /^\s*(?:COMMIT|ROLLBACK)/i;

const CHECKPOINT = /^\s*wal_checkpoint/i;

/** Has every statement, transaction and pragma of a connection run under guard. */
function guardConnection(db: SqliteDatabase, { before, after, failed }: Guarding): void {
  /** Whether a transaction is open; cheaper than to ask for it each time. */
  let isInside = false;
  let isCheckpoint = false;
  const settle = (): void => {
    isInside = db.inTransaction;
    // A write that was refused leaves its traces, too.
    if (!isInside) after({ isCheckpoint });
  };
  const reading =
    <Args extends unknown[], Result>(run: (...args: Args) => Result, isEnd = false) =>
    (...args: Args): Result => {
      try {
        return run(...args);
      } catch (error) {
        // On a full disk SQLite may have rolled the transaction back by itself.
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
      if (isInside && !work.isEnd) return guarded(...args);
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
    pragma: (...args: Parameters<typeof pragma>) => (CHECKPOINT.test(args[0]) ? asCheckpoint : asIs)(...args),
  });
}
