/**
 * Log and vault refer to each other: both have the shop's id, and each records the other's last state. A file that is older than
 * the other one records was restored from a backup, or lost its last writes.
 */
import { GENESIS, type Head } from '../log/hash-chain.ts';
import type { SqliteDatabase, SqliteStatement } from '../disk/sqlite.ts';

/** `keys_lost_until`: the operator has accepted lost keys of events up to this position. */
export const LOG_SIDE = `
  CREATE TABLE shop (
    id TEXT NOT NULL,
    vault_state INTEGER NOT NULL,
    keys_lost_until INTEGER NOT NULL
  ) STRICT;
  INSERT INTO shop (id, vault_state, keys_lost_until) VALUES (lower(hex(randomblob(16))), 0, 0);`;

/** `state` counts the changes of the vault. */
export const VAULT_SIDE = `
  CREATE TABLE shop (
    id TEXT NOT NULL,
    state INTEGER NOT NULL,
    log_position INTEGER NOT NULL,
    log_hash TEXT NOT NULL
  ) STRICT;`;

/** Adds triggers that count every change of every table of the vault, and replaces those whose text has changed. */
export function countChanges(vault: SqliteDatabase): void {
  const tables = vault
    .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('shop', 'sqlite_stat1')`)
    .pluck()
    .all();
  const stored = vault
    .prepare<[string], string>(`SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?`)
    .pluck();
  for (const table of tables) {
    for (const change of ['INSERT', 'UPDATE', 'DELETE']) {
      const name = `${table}_counts_${change.toLowerCase()}`;
      const text = `CREATE TRIGGER ${name} AFTER ${change} ON ${table}
           BEGIN UPDATE shop SET state = state + 1; END`;
      if (stored.get(name) !== text) vault.exec(`DROP TRIGGER IF EXISTS ${name}; ${text}`);
    }
  }
}

/** Keeps the records that log and vault have of each other up to date. */
export class Pairing {
  readonly #vaultState: SqliteStatement<[], number>;
  readonly #notedVault: SqliteStatement<[], number>;
  readonly #noteVault: SqliteStatement<[number]>;
  readonly #notedLog: SqliteStatement<[], string>;
  readonly #noteLog: SqliteStatement<[number, string]>;

  /** Gives a new vault the id of its log's shop. */
  constructor(log: SqliteDatabase, vault: SqliteDatabase) {
    const shop = log.prepare<[], string>('SELECT id FROM shop').pluck().get();
    if (vault.prepare('SELECT 1 FROM shop').get() === undefined) {
      vault
        .prepare<[string | undefined, string]>(
          'INSERT INTO shop (id, state, log_position, log_hash) VALUES (?, 1, 0, ?)',
        )
        .run(shop, GENESIS);
      // From the first start on both files contain their id without their journals.
      for (const db of [log, vault]) db.pragma('wal_checkpoint(TRUNCATE)');
    }
    this.#vaultState = vault.prepare<[], number>('SELECT state FROM shop').pluck();
    this.#notedVault = log.prepare<[], number>('SELECT vault_state FROM shop').pluck();
    this.#noteVault = log.prepare('UPDATE shop SET vault_state = ?');
    this.#notedLog = vault.prepare<[], string>('SELECT log_hash FROM shop').pluck();
    this.#noteLog = vault.prepare('UPDATE shop SET log_position = ?, log_hash = ?');
  }

  /**
   * Records the vault's state in the log: the vault changes that an event needs are durable before the event is. The number never
   * goes down, so that the next start detects a vault that lost changes while it was open.
   */
  noteVault(): void {
    const state = this.#vaultState.get() ?? 0;
    // Even an UPDATE that changes nothing takes the write lock.
    if (state > (this.#notedVault.get() ?? Infinity)) this.#noteVault.run(state);
  }

  /** Records the end of the log in the vault; this does not count as a change of the vault. */
  noteLog({ position, hash }: Head): void {
    if (hash !== this.#notedLog.get()) this.#noteLog.run(position, hash);
  }
}
