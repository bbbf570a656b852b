import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { hasDatabase } from '../integrity/damage.ts';
import { decode } from '../log/codec.ts';
import { EventLog, type EventRow } from '../log/event-log.ts';
import { GENESIS, type Head } from '../log/hash-chain.ts';
import { removeStrays } from '../read-models/read-model-files.ts';
import { SoldUnits } from '../log/sold-units.ts';
import { migrate } from '../disk/migrate.ts';
import type { SqliteDatabase } from '../disk/sqlite.ts';
import { StartFailure } from '../disk/start-failure.ts';
import { type Lock, lockFolder } from '../disk/writer-lock.ts';
import { DATABASE_FILE, SITE_SCHEMA } from '../schema.ts';
import { dayType } from '#events/day.ts';
import { forgetAgain } from './forget-again.ts';
import { ARCHIVED_TABLES, type VaultSnapshot } from './vault-snapshot.ts';

/** Where the database is made; a restore that was broken off leaves it, and the next one removes it. */
const WORKSHOP = 'restoring';

const DAY = `${dayType.category}-`;

/** What a restore has made. */
export interface Restored {
  /** The end of the restored log. */
  readonly head: Head;
  /** Events that the vault's snapshot knows of and the archive of the log lacks. */
  readonly missingEvents: number;
  /** Events after the vault's snapshot: the keys of new customers among them may be missing. */
  readonly eventsAfterVault: number;
}

interface Begun {
  readonly folder: string;
  readonly shop: string;
  readonly lock: Lock;
  readonly db: SqliteDatabase;
}

/**
 * Makes the database of a folder that has none. It is not in its place before `finish`. Throws `StartFailure` when the folder has one, and
 * `FolderInUse`.
 */
export class RestoredFiles {
  readonly #folder: string;
  readonly #shop: string;
  readonly #lock: Lock;
  readonly #db: SqliteDatabase;
  readonly #log: EventLog;
  readonly #units: SoldUnits;
  #head: Head = { position: 0, hash: GENESIS };

  static async begin(folder: string, shop: string): Promise<RestoredFiles> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = lockFolder(folder);
    try {
      demandEmpty(folder);
      removeWorkshop(folder);
      mkdirSync(join(folder, WORKSHOP), { mode: 0o700 });
      const db = new Database(join(folder, WORKSHOP, DATABASE_FILE));
      // No other process reads the file until it is complete and flushed.
      for (const setting of [
        'journal_mode = OFF',
        'synchronous = OFF',
        'locking_mode = EXCLUSIVE',
        'cache_size = -100000',
        'secure_delete = ON',
      ])
        db.pragma(setting);
      await migrate(db, SITE_SCHEMA);
      return new RestoredFiles({ folder, shop, lock, db });
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  private constructor({ folder, shop, lock, db }: Begun) {
    this.#folder = folder;
    this.#shop = shop;
    this.#lock = lock;
    this.#db = db;
    db.prepare('UPDATE shop SET id = ?').run(shop);
    this.#log = new EventLog(db);
    this.#units = new SoldUnits(db);
  }

  /** The end of the log so far. */
  get head(): Head {
    return this.#head;
  }

  /** Appends verified events, which follow the last. */
  add(rows: readonly EventRow[]): void {
    this.#db.transaction(() => {
      for (const row of rows) {
        this.#log.insert(row, row.hash);
        if (row.stream.startsWith(DAY)) this.#units.apply(row.stream, decode(row));
      }
    })();
    const last = rows.at(-1);
    if (last) this.#head = { position: last.position, hash: last.hash };
  }

  /** Completes the database and puts it in its place. Throws when the snapshot is not of this log. */
  finish(snapshot: VaultSnapshot): Restored {
    this.#demandSnapshotOfLog(snapshot);
    this.#fill(snapshot);
    forgetAgain(this.#db);
    this.#db.pragma('locking_mode = NORMAL');
    this.#db.pragma('journal_mode = WAL');
    this.#db.close();
    // They may be of another log.
    removeStrays(this.#folder, []);
    this.#putInPlace();
    return {
      head: this.#head,
      missingEvents: Math.max(0, snapshot.log.position - this.#head.position),
      eventsAfterVault: Math.max(0, this.#head.position - snapshot.log.position),
    };
  }

  /** Removes what was made, unless it is in its place. */
  close(): void {
    if (this.#db.open) this.#db.close();
    removeWorkshop(this.#folder);
    this.#lock.release();
  }

  #demandSnapshotOfLog({ shop, log }: VaultSnapshot): void {
    const hash = this.#log.hashAt(log.position);
    if (shop === this.#shop && (hash === null || hash === log.hash)) return;
    throw new StartFailure(
      `The vault in the archive does not belong to the log in it: event ${log.position} is another.`,
    );
  }

  /** Puts the rows of a snapshot into their tables. A follower that was further than the log begins at its end. */
  #fill({ tables }: VaultSnapshot): void {
    this.#db.transaction(() => {
      for (const table of ARCHIVED_TABLES) {
        this.#db.exec(`DELETE FROM ${table}`);
        const rows = tables[table] ?? [];
        const columns = Object.keys(rows[0] ?? {});
        if (columns.length === 0) continue;
        const places = columns.map((column) => `@${column}`).join(', ');
        const insert = this.#db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
        for (const row of rows) insert.run(row);
      }
      const { position } = this.#head;
      this.#db.prepare('UPDATE checkpoints SET position = min(position, ?)').run(position);
      this.#db.prepare('DELETE FROM postponed WHERE position > ?').run(position);
    })();
  }

  #putInPlace(): void {
    const made = join(this.#folder, WORKSHOP, DATABASE_FILE);
    chmodSync(made, 0o600);
    flush(made, 'r+');
    renameSync(made, join(this.#folder, DATABASE_FILE));
    if (process.platform !== 'win32') flush(this.#folder, 'r');
  }
}

function removeWorkshop(folder: string): void {
  rmSync(join(folder, WORKSHOP), { recursive: true, force: true });
}

function demandEmpty(folder: string): void {
  if (!hasDatabase(folder)) return;
  throw new StartFailure(
    `${folder} has ${DATABASE_FILE}. A restore makes a new one: move everything out of the folder first, or set DATA_FOLDER to another.`,
  );
}

function flush(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
