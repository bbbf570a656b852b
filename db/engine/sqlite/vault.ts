import { randomBytes } from 'node:crypto';
import { IV_BYTES, TAG_BYTES, decrypt, encrypt } from '../../aes-gcm.ts';
import { accountOf } from '#events/account/account.ts';
import { bookingOf } from '#events/booking/booking.ts';
import type { ForgettingEvent } from '../../batch.ts';
import type { SqliteDatabase } from './sqlite.ts';

const KEY_BYTES = 32;

/** What an account signs in with. */
const OF_ACCOUNT = ['addresses', 'passwords', 'sign_ins', 'link_tokens'];

/**
 * Stores each person's key and can delete it, which forgets the person: personal data is in the log only as AES-256-GCM
 * ciphertext under its person's key, bound to its stream, and cannot be decrypted without the key.
 */
export class Vault {
  readonly #db: SqliteDatabase;
  readonly #insert;
  readonly #select;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#insert = db.prepare<[string, Buffer]>('INSERT INTO person_keys (person, key) VALUES (?, ?)');
    this.#select = db.prepare<[string], Buffer>('SELECT key FROM person_keys WHERE person = ?').pluck();
  }

  /** Stores a key for a new person. Belongs into the transaction of the first data that is encrypted under it. */
  addPerson(person: string): void {
    this.#insert.run(person, randomBytes(KEY_BYTES));
  }

  /**
   * Deletes a person's key, so that no copy of the log can be decrypted, and what their account signs in with or the links of their
   * booking. Belongs into the transaction of the event.
   */
  forget({ type, stream, data: { person } }: ForgettingEvent): void {
    this.#remove('person_keys', 'person', person);
    if (type === 'CustomerForgotten') this.#remove('manage_links', 'booking', bookingOf(stream));
    else for (const table of OF_ACCOUNT) this.#remove(table, 'account', accountOf(stream));
  }

  #remove(table: string, column: string, value: string): void {
    this.#db.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(value);
  }

  #keyOf(person: string): Buffer | null {
    return this.#select.get(person) ?? null;
  }

  /** Encrypts a person's data for one stream. Throws when the person has no key. */
  seal(person: string, stream: string, value: unknown): string {
    const key = this.#keyOf(person);
    if (!key) throw new Error('no key for this person');
    const iv = randomBytes(IV_BYTES);
    const { tag, text } = encrypt({ key, iv, additionalData: stream }, Buffer.from(JSON.stringify(value)));
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
    return JSON.parse(decrypt({ key, iv, additionalData: stream }, { tag, text }).toString());
  }
}
