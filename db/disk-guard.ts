import { basename } from 'node:path';
import { type Guarding, guardConnection } from './disk/guarded-connection.ts';
import {
  type SqliteDatabase,
  isBroken,
  isLockedByOther,
  isRefusedAtPresent,
  openSqlite,
  sqliteCode,
  writeTrial,
} from './disk/sqlite.ts';
import { meaningOf } from './disk/start-failure.ts';
import { type Mark, WatchedDatabase, displacement, markOf } from './disk/watched-database.ts';
import { WriteCheck } from './disk/write-check.ts';

/**
 * The disk under the database cannot be relied on: it failed, or its files are no longer those that this process opened.
 * Only a restart shows what was written, so the process must end.
 */
export class DiskFailure extends Error {}

/** Callbacks for changes in the state of the files. */
export interface News {
  /** Called when writes start to be refused, and when they succeed again. */
  readonly report: (message: string, detail: unknown) => void;
  /** Called once, when the files can no longer be relied on. */
  readonly onFailure: (failure: DiskFailure) => void;
}

/** How the files are used. */
export interface DiskUse {
  /**
   * Whether a power cut may lose commits and damage the files, because their content can be made again: COMMITs are not fsynced
   * then. What was written is on the disk once the files are closed.
   */
  readonly mayLoseCommits?: boolean;
}

interface Handling {
  readonly checkpoint: () => void;
  readonly hear: (error: unknown) => void;
}

/** Number of checks, one a second, after which the write-ahead logs are checkpointed, however small they are. */
const LOOKS_A_CHECKPOINT = 60;

/**
 * Opens the database and guards it: handles every error of its connection, and before and after each
 * write compares the files at its paths with those that were opened.
 */
export class DiskGuard {
  readonly #onFailure: News['onFailure'];
  readonly #mayLoseCommits: boolean;
  /** Each database with the function that checkpoints it. */
  readonly #databases = new Map<WatchedDatabase, () => void>();
  /** Files of which only the identity is compared. */
  readonly #others = new Map<string, Mark>();
  readonly #writes: WriteCheck;
  #failure: DiskFailure | null = null;
  #looks = 0;

  constructor({ report, onFailure, mayLoseCommits = false }: News & DiskUse) {
    this.#onFailure = onFailure;
    this.#mayLoseCommits = mayLoseCommits;
    this.#writes = new WriteCheck(report);
  }

  /** Why nothing may be written or acknowledged any more; null while the disk can be relied on. */
  get failure(): DiskFailure | null {
    return this.#failure;
  }

  /** Why writes are refused at present: another process has a lock, or the disk accepts no writes. Null when they are not. */
  get refusal(): string | null {
    return this.#writes.refusal;
  }

  /**
   * Opens a database whose COMMITs survive a power cut, unless they may be lost. Throws when the file is read-only: SQLite's
   * connection would stay read-only even after the file's mode is corrected.
   */
  open(file: string): SqliteDatabase {
    const db = openSqlite(file, 'truth');
    try {
      // Deleted content must be gone from the file, too.
      db.pragma('secure_delete = ON');
      demandWritable(db);
    } catch (error) {
      db.close();
      throw error;
    }
    if (this.#mayLoseCommits) db.pragma('synchronous = OFF');
    // SQLite's automatic checkpoints do not report their failures.
    db.pragma('wal_autocheckpoint = 0');
    const watched = new WatchedDatabase(file);
    const checkpoint = () => this.#checkpoint(db);
    this.watch(`${file}-shm`);
    const close = db.close.bind(db);
    const pragma = db.pragma.bind(db);
    const tried = {
      file,
      tryOut: writeTrial(db),
      setPatience: (ms: number) => void pragma(`busy_timeout = ${ms}`),
    };
    this.#writes.add(tried);
    this.#databases.set(watched, () => {
      if (watched.isJournalAhead) checkpoint();
    });
    guardConnection(db, this.#guarding(watched, { checkpoint, hear: (error) => this.#writes.failed(tried, error) }));
    return Object.assign(db, {
      close: () => {
        try {
          if (db.open && this.#mayLoseCommits) db.pragma('synchronous = FULL');
          if (db.open) checkpoint();
        } catch {
          // It has become a failure of the disk and was reported.
        }
        this.#databases.delete(watched);
        // Closing a connection checkpoints it, which must not happen once the journal cannot be trusted.
        return this.#failure ? db : close();
      },
    });
  }

  /** Watches a file that must not be replaced; its content may change. */
  watch(path: string): void {
    const mark = markOf(path);
    if (mark) this.#others.set(path, mark);
  }

  /** Compares every file with its last state, and fails when one was changed by another process. Call it each second. */
  lookAfter(): void {
    this.#checkDatabases();
    for (const [path, mark] of this.#others) this.#note(path, () => displacement(path, mark, markOf(path)));
    if (!this.#failure) this.#lookAtWrites();
    this.#looks += 1;
    if (this.#looks % LOOKS_A_CHECKPOINT === 0 && !this.#failure) this.#levelDatabases();
  }

  #lookAtWrites(): void {
    try {
      this.#writes.look();
    } catch (error) {
      this.#fail(`the files could not be tried out while they were in use: ${meaningOf(error)}`, error);
    }
  }

  #levelDatabases(): void {
    try {
      for (const level of this.#databases.values()) level();
    } catch {
      // It has become a failure of the disk and was reported.
    }
  }

  /**
   * Copies the journal into the file. On a disk that accepts no writes the journal grows until its own writes are refused, too.
   */
  #checkpoint(db: SqliteDatabase): void {
    try {
      db.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      if (!isRefusedAtPresent(error)) throw this.#fail(unreliable(db.name), error);
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

  /** Compares a file with its last state. When the comparison itself fails, the file cannot be relied on either. */
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

  #guarding(watched: WatchedDatabase, { checkpoint, hear }: Handling): Guarding {
    const { file } = watched;
    return {
      before: (work) => {
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
        hear(error);
        // SQLite's own errors tell whether a transaction has ended; after any other error that is unknown.
        const isUnknown = isEnd && sqliteCode(error) === null;
        return isBroken(error) || isUnknown ? this.#fail(unreliable(file), error) : error;
      },
    };
  }
}

/** A lock of another process is temporary, so it is no reason to fail. */
function demandWritable(db: SqliteDatabase): void {
  try {
    writeTrial(db)();
  } catch (error) {
    if (!isLockedByOther(error)) throw error;
  }
}

function unreliable(file: string): string {
  return `${basename(file)} can no longer be relied on`;
}
