import { join } from 'node:path';
import { accountStream } from '#events/account/account.ts';
import { Credentials } from '../vault/credentials.ts';
import { lookAtFolder } from './damage.ts';
import { EventLog, ensureLogSchema } from '../log/event-log.ts';
import type { Seal } from './seal-reasons.ts';
import { forgetAgain } from '../vault/forget-again.ts';
import { removeStrays } from '../read-models/read-model-files.ts';
import { BEING_ACCEPTED, Levels } from './checkpoint-counts.ts';
import { type SqliteDatabase, openSqlite } from '../disk/sqlite.ts';
import { withPath } from '../disk/start-failure.ts';
import { LOG_FILE, VAULT_FILE } from './file-records.ts';
import { ensureVaultSchema } from '../vault/vault-schema.ts';
import { Vault } from '../vault/vault.ts';
import { lockFolder } from '../disk/writer-lock.ts';

/**
 * More vault changes than can happen before the log records them. Every vault from before the acceptance is older than the state
 * number plus this.
 */
const AHEAD = 10_000;

/** What is wrong with a folder that no process is writing to; null when its files match. Throws `FolderInUse`. */
export function whatToAccept(folder: string): Seal | null {
  const lock = lockFolder(folder);
  try {
    return lookAtFolder(folder).seal;
  } finally {
    lock.release();
  }
}

/** Files were replaced or lost after the operator was asked. */
export class LossChanged extends Error {
  constructor() {
    super('Files of the folder have changed meanwhile: nothing was accepted. Run the command again.');
  }
}

/**
 * Accepts an older log or vault: records in both that they match, so that the site opens with what there is. Forgotten customers
 * stay forgotten. Accounts that the log does not know are removed from the vault, so that their addresses can register again.
 * Throws `FolderInUse`, and `LossChanged` when the loss is not the one that the operator agreed to.
 */
export function acceptLoss(folder: string, agreed: Seal): void {
  const lock = lockFolder(folder);
  const opened: SqliteDatabase[] = [];
  try {
    const { seal, found } = lookAtFolder(folder);
    if (!found || seal?.reason !== agreed.reason) throw new LossChanged();
    const open = (name: string, prepare: (db: SqliteDatabase) => void) =>
      naming(join(folder, name), () => {
        const db = openSqlite(join(folder, name), 'truth');
        opened.push(db);
        prepare(db);
        new Levels(db).begin();
        return db;
      });
    const inLog = (step: () => void) => naming(join(folder, LOG_FILE), step);
    const inVault = (step: () => void) => naming(join(folder, VAULT_FILE), step);
    const log = open(LOG_FILE, ensureLogSchema);
    const vault = open(VAULT_FILE, ensureVaultSchema);
    // The order matters: if it is interrupted between two steps, the vault is still older than the log records, so the same loss
    // can be accepted again. No file contains data of forgotten customers by the time a start would open it.
    inVault(() => holdBack(vault));
    inVault(() => forgetAgain(log, vault));
    inVault(() => new Vault(vault).clean());
    // They may contain lost events, and personal data of forgotten customers.
    removeStrays(folder, []);
    inLog(() => acceptVault(log, found.vault?.state ?? 0));
    inVault(() => acceptLog(log, vault));
    inVault(() => new Vault(vault).clean());
  } finally {
    for (const db of opened) db.close();
    lock.release();
  }
}

/** Runs a step and sets the `path` of its errors to the file that it writes. */
function naming<Result>(file: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw withPath(error, file);
  }
}

/** Until the acceptance is complete, no start takes this file for the newest. */
function holdBack(vault: SqliteDatabase): void {
  vault.prepare('UPDATE shop SET level = ?').run(BEING_ACCEPTED);
}

/**
 * Records in the log a higher state of the vault than any earlier vault has. The keys of events up to a position may be lost, by default of
 * all: an older vault does not have them yet, and an older log does not know who was forgotten since.
 */
export function acceptVault(
  log: SqliteDatabase,
  state: number,
  keysLostUntil: number = new EventLog(log).head().position,
): void {
  log
    .prepare('UPDATE shop SET keys_lost_until = max(keys_lost_until, ?), vault_state = max(vault_state, ?) + ?')
    .run(keysLostUntil, state, AHEAD);
}

/** Records in the vault the end of this log, and in the log the state of this vault. */
export function acceptLog(log: SqliteDatabase, vault: SqliteDatabase): void {
  const { position, hash } = new EventLog(log).head();
  vault.transaction(() => {
    forgetUnknownAccounts(log, vault);
    vault
      .prepare(
        `INSERT INTO shop (id, state, log_position, log_hash) SELECT '', 1, 0, '' WHERE NOT EXISTS (SELECT 1 FROM shop)`,
      )
      .run();
    const shop = log.prepare<[], { id: string; vault_state: number }>('SELECT id, vault_state FROM shop').get()!;
    vault
      .prepare('UPDATE shop SET id = ?, state = ?, log_position = ?, log_hash = ?, level = 0')
      .run(shop.id, shop.vault_state, position, hash);
  })();
}

function forgetUnknownAccounts(log: SqliteDatabase, vault: SqliteDatabase): void {
  const isKnown = log.prepare<[string], number>('SELECT 1 FROM events WHERE stream = ? LIMIT 1').pluck();
  const accounts = vault
    .prepare<[], string>('SELECT account FROM addresses UNION SELECT account FROM passwords')
    .pluck()
    .all();
  const credentials = new Credentials(vault);
  for (const account of accounts) {
    if (isKnown.get(accountStream(account).name) === undefined) credentials.forget(account);
  }
}
