import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { LOG_FILE, VAULT_FILE, isThere } from '../integrity/file-records.ts';
import { acceptLog, acceptVault } from '../integrity/accept.ts';
import { decode } from '../log/codec.ts';
import { EventLog, type EventRow, INDEX_BY_TYPE, ensureLogSchema } from '../log/event-log.ts';
import { GENESIS, type Head } from '../log/hash-chain.ts';
import { removeStrays } from '../read-models/read-model-files.ts';
import { SoldUnits } from '../log/sold-units.ts';
import { type SqliteDatabase, openSqlite } from '../disk/sqlite.ts';
import { StartFailure } from '../disk/start-failure.ts';
import { type Lock, lockFolder } from '../disk/writer-lock.ts';
import { forgetAgain } from '../vault/forget-again.ts';
import { ensureVaultSchema } from '../vault/vault-schema.ts';
import { Vault } from '../vault/vault.ts';
import { dayType } from '#events/day.ts';
import type { VaultSnapshot } from './vault-snapshot.ts';

/** Where the files are made; a restore that was broken off leaves it, and the next one removes it. */
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

/**
 * Makes the log and the vault of a folder that has neither. Nothing is in its place before `finish`. Throws `StartFailure` when the
 * folder has a log or a vault, and `FolderInUse`.
 */
export class RestoredFiles {
  readonly #folder: string;
  readonly #shop: string;
  readonly #lock: Lock;
  readonly #db: SqliteDatabase;
  readonly #log: EventLog;
  readonly #units: SoldUnits;
  #head: Head = { position: 0, hash: GENESIS };

  constructor(folder: string, shop: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#lock = lockFolder(folder);
    this.#folder = folder;
    this.#shop = shop;
    try {
      demandEmpty(folder);
      removeWorkshop(folder);
      mkdirSync(join(folder, WORKSHOP), { mode: 0o700 });
      this.#db = new Database(this.#made(LOG_FILE));
      // No other process reads the file until it is complete and flushed.
      for (const setting of [
        'journal_mode = OFF',
        'synchronous = OFF',
        'locking_mode = EXCLUSIVE',
        'cache_size = -100000',
      ])
        this.#db.pragma(setting);
      ensureLogSchema(this.#db);
      this.#db.exec('DROP INDEX events_by_type');
      this.#db.prepare('UPDATE shop SET id = ?').run(shop);
      this.#log = new EventLog(this.#db);
      this.#units = new SoldUnits(this.#db);
    } catch (error) {
      this.#lock.release();
      throw error;
    }
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

  /** Completes the files and puts them in their places. Throws when the snapshot is not of this log. */
  finish(snapshot: VaultSnapshot): Restored {
    this.#demandSnapshotOfLog(snapshot);
    const eventsAfterVault = Math.max(0, this.#head.position - snapshot.log.position);
    this.#db.exec(INDEX_BY_TYPE);
    this.#followers(snapshot);
    writeFileSync(this.#made(VAULT_FILE), snapshot.vault, { mode: 0o600 });
    const vault = openSqlite(this.#made(VAULT_FILE), 'truth');
    try {
      ensureVaultSchema(vault);
      forgetAgain(this.#db, vault);
      const state = vault.prepare<[], number>('SELECT state FROM shop').pluck().get() ?? 0;
      acceptVault(this.#db, state, eventsAfterVault > 0 ? this.#head.position : snapshot.keysLostUntil);
      acceptLog(this.#db, vault);
      new Vault(vault).clean();
    } finally {
      vault.close();
    }
    this.#db.pragma('locking_mode = NORMAL');
    this.#db.pragma('journal_mode = WAL');
    this.#db.close();
    // They may know events that the archive lacks: a start would take the log for an older one.
    removeStrays(this.#folder, []);
    this.#putInPlace();
    return {
      head: this.#head,
      missingEvents: Math.max(0, snapshot.log.position - this.#head.position),
      eventsAfterVault,
    };
  }

  /** Removes what was made, unless it is in its place. */
  close(): void {
    if (this.#db.open) this.#db.close();
    removeWorkshop(this.#folder);
    this.#lock.release();
  }

  #made(name: string): string {
    return join(this.#folder, WORKSHOP, name);
  }

  #demandSnapshotOfLog({ shop, log }: VaultSnapshot): void {
    const hash = this.#log.hashAt(log.position);
    if (shop === this.#shop && (hash === null || hash === log.hash)) return;
    throw new StartFailure(
      `The vault in the archive does not belong to the log in it: event ${log.position} is another.`,
    );
  }

  /** A follower that was further than the log begins at its end. */
  #followers({ followers }: VaultSnapshot): void {
    const end = this.#head.position;
    const checkpoint = this.#db.prepare('INSERT OR REPLACE INTO checkpoints (follower, position) VALUES (?, ?)');
    const postpone = this.#db.prepare(
      'INSERT INTO postponed (follower, position, lane, attempts, due, done) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#db.transaction(() => {
      for (const { follower, position } of followers.checkpoints) checkpoint.run(follower, Math.min(position, end));
      for (const { follower, position, lane, attempts, due, done } of followers.postponed)
        if (position <= end) postpone.run(follower, position, lane, attempts, due, done);
    })();
  }

  /** The log comes last: a folder without it says that it is missing. */
  #putInPlace(): void {
    for (const name of [VAULT_FILE, LOG_FILE]) {
      chmodSync(this.#made(name), 0o600);
      flush(this.#made(name), 'r+');
      renameSync(this.#made(name), join(this.#folder, name));
    }
    if (process.platform !== 'win32') flush(this.#folder, 'r');
  }
}

function removeWorkshop(folder: string): void {
  rmSync(join(folder, WORKSHOP), { recursive: true, force: true });
}

function demandEmpty(folder: string): void {
  const there = readdirSync(folder).filter((name) => /^(?:log|vault)\.db/.test(name) && isThere(join(folder, name)));
  if (there.length === 0) return;
  throw new StartFailure(
    `${folder} has ${there.join(' and ')}. A restore makes a new log and a new vault: move everything out of the folder first, or set DATA_FOLDER to another.`,
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
