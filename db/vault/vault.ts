import { randomUUIDv7 } from 'node:crypto';
import { IV_BYTES, TAG_BYTES, decrypt, encrypt } from './aes-gcm.ts';
import { RandomBytes } from './random-bytes.ts';
import { type SqliteDatabase, emptyJournal } from '../disk/sqlite.ts';

const KEY_BYTES = 32;

/** Number of keys made ahead of need, with one fsync for all. Unused ones are harmless. */
const KEYS_AHEAD = 256;

interface NewPerson {
  readonly person: string;
  readonly key: Buffer;
}

/**
 * Stores each person's key and can delete it, which forgets the person: personal data is in the log only as AES-256-GCM
 * ciphertext under its person's key, bound to its stream, and cannot be decrypted without the key.
 */
export class Vault {
  readonly #db: SqliteDatabase;
  readonly #random = new RandomBytes();
  readonly #insert;
  readonly #select;
  readonly #begin;
  readonly #commit;
  /** Reserved person ids with their keys; the next one is last. */
  #ahead: NewPerson[] = [];

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#insert = db.readonly
      ? null
      : db.prepare<[string, Buffer]>('INSERT INTO person_keys (person, key) VALUES (?, ?)');
    this.#select = db.prepare<[string], Buffer>('SELECT key FROM person_keys WHERE person = ?').pluck();
    this.#begin = db.prepare('BEGIN');
    this.#commit = db.prepare('COMMIT');
  }

  /** Person id reserved for the next customer; its key is already fsynced. Stays the same until data is sealed under it. */
  get newPerson(): string {
    return (this.#ahead.at(-1) ?? this.#makeKeysAhead()).person;
  }

  #makeKeysAhead(): NewPerson {
    const insert = this.#insert;
    if (!insert) throw new Error('the vault is open for reading only');
    const made = (): NewPerson => ({ person: randomUUIDv7(), key: this.#random.take(KEY_BYTES) });
    const next = made();
    const later = Array.from({ length: KEYS_AHEAD - 1 }, made);
    this.#db.transaction(() => [next, ...later].forEach(({ person, key }) => insert.run(person, key))).immediate();
    this.#ahead = [...later.toReversed(), next];
    return next;
  }

  /** A named secret of this vault, generated on first use. */
  secret(name: string): Buffer {
    const known = this.#db.prepare<[string], Buffer>('SELECT secret FROM secrets WHERE name = ?').pluck();
    const make = this.#db.prepare<[string, Buffer]>('INSERT OR IGNORE INTO secrets (name, secret) VALUES (?, ?)');
    const secret = known.get(name) ?? (make.run(name, this.#random.take(KEY_BYTES)) && known.get(name));
    if (!secret) throw new Error(`the vault keeps no secret ${name}`);
    return secret;
  }

  /** Deletes the keys of persons: data sealed for them can no longer be decrypted, here and in every copy of the log. */
  forget(persons: readonly string[]): void {
    const remove = this.#db.prepare<[string]>('DELETE FROM person_keys WHERE person = ?');
    this.#db.transaction(() => persons.forEach((person) => remove.run(person))).immediate();
    // Until then the journal beside the file still contains them; if another process reads it, until the vault is cleaned.
    emptyJournal(this.#db);
  }

  hasKey(person: string): boolean {
    return this.#keyOf(person) !== null;
  }

  /**
   * Removes deleted content from the file: its pages can contain copies of rows that were moved between them. Throws at once when
   * another process uses the vault.
   */
  clean(): void {
    // First: while the journal cannot be emptied, each attempt would add the whole vault to it.
    this.#emptyJournal();
    this.#db.pragma('temp_store = MEMORY');
    this.#db.exec('VACUUM');
    this.#emptyJournal();
  }

  #emptyJournal(): void {
    if (!emptyJournal(this.#db)) throw new Error('another process uses the vault: its journal could not be emptied');
  }

  /** Runs a function that reads many keys and writes none: checking the file once for all of them is several times as fast. */
  readTogether(read: () => void): void {
    if (this.#db.inTransaction) return read();
    this.#begin.run();
    try {
      read();
    } finally {
      if (this.#db.inTransaction) this.#commit.run();
    }
  }

  #keyOf(person: string): Buffer | null {
    const next = this.#ahead.at(-1);
    return (next?.person === person ? next.key : this.#select.get(person)) ?? null;
  }

  /** Encrypts a person's data for one stream. Throws when the person has no key. */
  seal(person: string, stream: string, value: unknown): string {
    const key = this.#keyOf(person);
    if (!key) throw new Error('no key for this person');
    if (person === this.#ahead.at(-1)?.person) this.#ahead.pop();
    const iv = this.#random.take(IV_BYTES);
    const { tag, text } = encrypt({ key, iv, bound: stream }, Buffer.from(JSON.stringify(value)));
    return Buffer.concat([iv, tag, text]).toString('base64');
  }

  /** Decrypts the result of `seal`; null when the person was forgotten. Throws when it was altered or moved to another stream. */
  open(person: string, stream: string, sealed: string): unknown {
    const key = this.#keyOf(person);
    if (!key) return null;
    const bytes = Buffer.from(sealed, 'base64');
    const iv = bytes.subarray(0, IV_BYTES);
    const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    const text = bytes.subarray(IV_BYTES + TAG_BYTES);
    return JSON.parse(decrypt({ key, iv, bound: stream }, { tag, text }).toString());
  }
}
