import { join } from 'node:path';
import { accountStream } from '#events/account.ts';
import { Credentials } from '../vault/credentials.ts';
import { lookAtFolder } from './damage.ts';
import { EventLog, ensureLogSchema } from '../log/event-log.ts';
import type { Seal } from './fit.ts';
import { forgetAgain } from '../vault/forget-again.ts';
import { removeStrays } from '../read-models/read-model-files.ts';
import { BEING_ACCEPTED } from '../read-models/levels.ts';
import { type SqliteDatabase, openSqlite } from '../disk/sqlite.ts';
import { LOG_FILE, VAULT_FILE } from './survey.ts';
import { ensureVaultSchema } from '../vault/vault-schema.ts';
import { Vault } from '../vault/vault.ts';
import { lockFolder } from '../disk/writer-lock.ts';

/** More than a vault changes within what the log has not noted yet: one from before is older from now on, wherever it turns up. */
const AHEAD = 10_000;

/** What is wrong with a folder that no process writes to; null when its files belong together. Throws `FolderInUse`. */
export function whatToAccept(folder: string): Seal | null {
  const lock = lockFolder(folder);
  try {
    return lookAtFolder(folder).seal;
  } finally {
    lock.release();
  }
}

/** Files were put back, or lost, since the operator was asked. */
export class LossChanged extends Error {
  constructor() {
    super('Files of the folder have changed meanwhile: nothing was accepted. Run the command again.');
  }
}

/**
 * Goes on with an older log or vault: has both say that they fit, so that the site opens with what there is. Customers who were
 * forgotten stay forgotten, and accounts that the log does not know are removed from the vault, so that their addresses can
 * register again. Throws `FolderInUse`, and `LossChanged` when what is lost is not what the operator agreed to.
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
        return db;
      });
    const inLog = (step: () => void) => naming(join(folder, LOG_FILE), step);
    const inVault = (step: () => void) => naming(join(folder, VAULT_FILE), step);
    const log = open(LOG_FILE, ensureLogSchema);
    const vault = open(VAULT_FILE, ensureVaultSchema);
    // In this order: cut off between two steps, the vault is still older than what the log has noted, so that the same can be
    // accepted again. Nothing of customers who were forgotten is left in any file by the time a start would open it.
    inVault(() => holdBack(vault));
    inVault(() => forgetAgain(log, vault));
    inVault(() => new Vault(vault).clean());
    // They may know what is missing, and personal details of customers who were forgotten.
    removeStrays(folder, []);
    inLog(() => acceptVault(log, found.vault?.state ?? 0));
    inVault(() => acceptLog(log, vault));
    inVault(() => new Vault(vault).clean());
  } finally {
    for (const db of opened) db.close();
    lock.release();
  }
}

/** An error of a step names the file that the step writes to, as its `path`. */
function naming<Result>(file: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path: file }) : error;
  }
}

/** Until the end no start takes the file for the newest, whatever was written to it. */
function holdBack(vault: SqliteDatabase): void {
  vault.prepare('UPDATE shop SET level = ?').run(BEING_ACCEPTED);
}

/**
 * Has the log know more of the vault than any vault from before has. The keys of events up to here may be lost: an older vault does
 * not have them yet, and an older log does not know who was forgotten since.
 */
function acceptVault(log: SqliteDatabase, state: number): void {
  log
    .prepare('UPDATE shop SET keys_lost_until = max(keys_lost_until, ?), vault_state = max(vault_state, ?) + ?')
    .run(new EventLog(log).head().position, state, AHEAD);
}

/** What the vault knows of the log is what the log is, and it is the vault that the log knows. */
function acceptLog(log: SqliteDatabase, vault: SqliteDatabase): void {
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
