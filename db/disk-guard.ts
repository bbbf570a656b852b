import { basename } from 'node:path';
import { type Guarding, guardConnection } from './disk/guarded-connection.ts';
import { Levels } from './read-models/levels.ts';
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
 * The disk under the log or the vault cannot be relied on: it failed, or its files are no longer those that this process
 * opened. What was written is known only after a restart, so the process must end.
 */
export class DiskFailure extends Error {}

/** What is called with news of the files. */
export interface News {
  /** Called when writes begin to be refused, and when that is over. */
  readonly report: (message: string, detail: unknown) => void;
  /** Called once, when the files can no longer be relied on. */
  readonly onFailure: (failure: DiskFailure) => void;
}

interface Handling {
  readonly levels: Levels;
  readonly checkpoint: () => void;
  readonly hear: (error: unknown) => void;
}

/** After so many looks, a second apart, the database files are brought level with their journals, however little that is. */
const LOOKS_A_CHECKPOINT = 60;

/**
 * Opens the files of the truth and looks after them: every error of their connections passes here, and before and after each
 * write the files behind their names are compared with those that were opened.
 */
export class DiskGuard {
  readonly #onFailure: News['onFailure'];
  /** With what copies the journal of each into its file. */
  readonly #databases = new Map<WatchedDatabase, () => void>();
  /** Files that are only compared by identity. */
  readonly #others = new Map<string, Mark>();
  readonly #writes: WriteCheck;
  #failure: DiskFailure | null = null;
  #looks = 0;

  constructor({ report, onFailure }: News) {
    this.#onFailure = onFailure;
    this.#writes = new WriteCheck(report);
  }

  /** Why nothing may be written or acknowledged any more, if so. */
  get failure(): DiskFailure | null {
    return this.#failure;
  }

  /** Why writes are refused at present, if they are: another process has a lock, or the disk takes nothing. */
  get refusal(): string | null {
    return this.#writes.refusal;
  }

  /**
   * Opens a database whose COMMITs survive a power cut. `prepare` brings its tables up to date. Throws when the file may only be read:
   * a connection that SQLite opened for reading stays so, whatever becomes of the file.
   */
  open(file: string, prepare: (db: SqliteDatabase) => void): SqliteDatabase {
    const db = openSqlite(file, 'truth');
    try {
      prepare(db);
      demandWritable(db);
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
    const pragma = db.pragma.bind(db);
    const tried = {
      file,
      tryOut: writeTrial(db),
      setPatience: (ms: number) => void pragma(`busy_timeout = ${ms}`),
    };
    this.#writes.add(tried);
    guardConnection(
      db,
      this.#guarding(watched, {
        levels: new Levels(db),
        checkpoint,
        hear: (error) => this.#writes.failed(tried, error),
      }),
    );
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

  #guarding(watched: WatchedDatabase, { levels, checkpoint, hear }: Handling): Guarding {
    const { file } = watched;
    return {
      leveling: () => levels.begin(),
      leveled: () => levels.note(),
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
        if (!work.isCheckpoint && !levels.isCounting && watched.isCheckpointDue) checkpoint();
      },
      failed: (error, isEnd) => {
        hear(error);
        // SQLite itself says whether it has ended a transaction; after any other error that is not known.
        const isUnknown = isEnd && sqliteCode(error) === null;
        return isBroken(error) || isUnknown ? this.#fail(unreliable(file), error) : error;
      },
    };
  }
}

/** A lock of another process passes. */
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
