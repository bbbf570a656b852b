import { join } from 'node:path';
import { accountStream } from '#events/account.ts';
import { Credentials } from './credentials.ts';
import { lookAtFolder } from './damage.ts';
import { EventLog, ensureLogSchema } from './event-log.ts';
import type { Seal } from './fit.ts';
import { Pairing } from './pairing.ts';
import { removeReadModelFile } from './read-model-files.ts';
import { type SqliteDatabase, openSqlite } from './sqlite.ts';
import { LOG_FILE, VAULT_FILE } from './survey.ts';
import { ensureVaultSchema } from './vault-schema.ts';
import { lockFolder } from './writer-lock.ts';

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
 * Goes on with an older log or vault: has both say that they fit, so that the site opens with what there is. Accounts that the log
 * does not know are removed from the vault, so that their addresses can register again. Throws `FolderInUse`, and `LossChanged`
 * when what is lost is not what the operator agreed to.
 */
export function acceptLoss(folder: string, agreed: Seal): void {
  const lock = lockFolder(folder);
  const opened: SqliteDatabase[] = [];
  try {
    const { seal, found } = lookAtFolder(folder);
    if (!found || seal?.reason !== agreed.reason) throw new LossChanged();
    const { vault: known, copies } = found;
    const open = (name: string, prepare: (db: SqliteDatabase) => void) => {
      const db = openSqlite(join(folder, name), 'truth');
      opened.push(db);
      prepare(db);
      return db;
    };
    const log = open(LOG_FILE, ensureLogSchema);
    const vault = open(VAULT_FILE, ensureVaultSchema);
    const head = new EventLog(log).head();
    // The log first: cut off here, the same can be accepted again.
    acceptVault(log, { state: known?.state ?? 0, until: head.position });
    acceptLog(log, vault);
    for (const { file, position } of copies) if (position > head.position) removeReadModelFile(join(folder, file));
  } finally {
    for (const db of opened) db.close();
    lock.release();
  }
}

/** What the log knows of the vault is what the vault is; if it knew more, the keys of events up to here may be lost. */
function acceptVault(log: SqliteDatabase, { state, until }: { readonly state: number; readonly until: number }): void {
  log
    .prepare('UPDATE shop SET keys_lost_until = max(keys_lost_until, ?), vault_state = ? WHERE vault_state > ?')
    .run(until, state, state);
}

/** What the vault knows of the log is what the log is. */
function acceptLog(log: SqliteDatabase, vault: SqliteDatabase): void {
  const { position, hash } = new EventLog(log).head();
  vault.transaction(() => {
    forgetUnknownAccounts(log, vault);
    vault
      .prepare(
        `INSERT INTO shop (id, state, log_position, log_hash) SELECT '', 1, 0, '' WHERE NOT EXISTS (SELECT 1 FROM shop)`,
      )
      .run();
    const shop = log.prepare<[], string>('SELECT id FROM shop').pluck().get();
    vault
      .prepare('UPDATE shop SET id = ?, state = state + ?, log_position = ?, log_hash = ?')
      .run(shop, AHEAD, position, hash);
  })();
  new Pairing(log, vault).noteVault();
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
