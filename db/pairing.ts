import { GENESIS, type Head } from './hash-chain.ts';
import type { SqliteDatabase, SqliteStatement } from './sqlite.ts';

/**
 * Log and vault name each other: both have the shop's id, and each keeps what it knows of the other's last state. A file that is
 * older than what the other one knows of it was put back, or lost what was written to it last.
 */

/** `keys_lost_until`: up to this position the operator accepted that events have lost their keys. */
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

/** Has every change of every table of the vault counted, whichever statement makes it. */
export function countChanges(vault: SqliteDatabase): void {
  const tables = vault
    .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('shop', 'sqlite_stat1')`)
    .pluck()
    .all();
  for (const table of tables) {
    for (const change of ['INSERT', 'UPDATE', 'DELETE']) {
      vault.exec(
        `CREATE TRIGGER IF NOT EXISTS ${table}_counts_${change.toLowerCase()} AFTER ${change} ON ${table}
           BEGIN UPDATE shop SET state = state + 1; END`,
      );
    }
  }
}

/** Keeps what log and vault know of each other up to date. */
export class Pairing {
  readonly #vaultState: SqliteStatement<[], number>;
  readonly #noteVault: SqliteStatement<[number, number]>;
  readonly #noteLog: SqliteStatement<[number, string, string]>;

  /** Gives a vault that has none the id of its log's shop. */
  constructor(log: SqliteDatabase, vault: SqliteDatabase) {
    const shop = log.prepare<[], string>('SELECT id FROM shop').pluck().get();
    const { changes } = vault
      .prepare<[string | undefined, string]>(
        'INSERT INTO shop (id, state, log_position, log_hash) SELECT ?, 1, 0, ? WHERE NOT EXISTS (SELECT 1 FROM shop)',
      )
      .run(shop, GENESIS);
    // From the first start on both files are named without their journals.
    if (changes > 0) for (const db of [log, vault]) db.pragma('wal_checkpoint(TRUNCATE)');
    this.#vaultState = vault.prepare<[], number>('SELECT state FROM shop').pluck();
    this.#noteVault = log.prepare('UPDATE shop SET vault_state = ? WHERE vault_state < ?');
    this.#noteLog = vault.prepare('UPDATE shop SET log_position = ?, log_hash = ? WHERE log_hash <> ?');
  }

  /**
   * Notes in the log how far the vault has come: what an event needs of the vault is durable before the event is. Never less than
   * before: a vault that lost changes while it was open is told at the next start.
   */
  noteVault(): void {
    const state = this.#vaultState.get() ?? 0;
    this.#noteVault.run(state, state);
  }

  /** Notes in the vault where the log ends; itself no change of the vault that counts. */
  noteLog({ position, hash }: Head): void {
    this.#noteLog.run(position, hash, hash);
  }
}
