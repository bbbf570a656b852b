import { LEVEL_SIDE } from '../integrity/checkpoint-counts.ts';
import { VAULT_SIDE, countChanges } from '../integrity/pairing.ts';
import { type SqliteDatabase, migrate } from '../disk/sqlite.ts';

/** Each step migrates a file of the version before it; steps are added, never changed. */
export const VAULT_STEPS: readonly string[] = [
  `CREATE TABLE person_keys (
     person TEXT PRIMARY KEY,
     key BLOB NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  `-- Who owns which address. A claim is settled once the log has it; until then a crash may have left it behind.
   CREATE TABLE addresses (
     address TEXT PRIMARY KEY,
     account TEXT NOT NULL,
     settled INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX addresses_of_account ON addresses (account);
   CREATE TABLE passwords (
     account TEXT PRIMARY KEY,
     hash TEXT NOT NULL,
     signed_in_at INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE sign_ins (
     token TEXT PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     account TEXT NOT NULL,
     device TEXT NOT NULL,
     signed_in_at INTEGER NOT NULL,
     previous_at INTEGER,
     seen_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX sign_ins_of_account ON sign_ins (account);
   CREATE INDEX sign_ins_by_end ON sign_ins (expires_at);
   CREATE TABLE link_tokens (
     token TEXT PRIMARY KEY,
     account TEXT NOT NULL,
     purpose TEXT NOT NULL,
     subject TEXT,
     expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX link_tokens_of_account ON link_tokens (account);
   CREATE INDEX link_tokens_by_end ON link_tokens (expires_at);
   CREATE TABLE secrets (
     name TEXT PRIMARY KEY,
     secret BLOB NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  // Some files have this table already, from before it had a step.
  `CREATE TABLE IF NOT EXISTS manage_links (
     token TEXT PRIMARY KEY,
     booking TEXT NOT NULL,
     generation INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX manage_links_of_booking ON manage_links (booking);`,
  VAULT_SIDE,
  LEVEL_SIDE,
];

/** Migrates the vault's tables to the newest version. */
export function ensureVaultSchema(db: SqliteDatabase): void {
  // Deleted content must be gone from the file, too.
  db.pragma('secure_delete = ON');
  migrate(db, VAULT_STEPS);
  countChanges(db);
}
