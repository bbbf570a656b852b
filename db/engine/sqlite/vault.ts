import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { IV_BYTES, TAG_BYTES, decrypt, encrypt } from '../../vault/aes-gcm.ts';
import { accountOf } from '#events/account/account.ts';
import { bookingOf } from '#events/booking/booking.ts';
import type { ForgettingEvent } from '../../batch.ts';
import type { SqliteDatabase } from './sqlite.ts';

const KEY_BYTES = 32;

const DRAWN_AT_ONCE = 16_384;

/** Random bytes from the system, drawn in large blocks: drawing twelve costs as much as thousands. Each byte is returned once. */
class RandomBytes {
  #drawn = randomBytes(DRAWN_AT_ONCE);
  #used = 0;

  take(count: number): Buffer {
    if (this.#used + count > DRAWN_AT_ONCE) {
      this.#drawn = randomBytes(DRAWN_AT_ONCE);
      this.#used = 0;
    }
    this.#used += count;
    return this.#drawn.subarray(this.#used - count, this.#used);
  }
}

/** What an account signs in with. */
const OF_ACCOUNT = ['addresses', 'passwords', 'sign_ins', 'link_tokens'];

/** New persons whose keys wait for their first use. A batch uses at most as many as it has changes. */
const MOST_UNUSED = 10_000;

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
  /** The keys of new persons under which nothing was encrypted yet. */
  readonly #unused = new LRUCache<string, Buffer>({ max: MOST_UNUSED });

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#insert = db.prepare<[string, Buffer]>('INSERT INTO person_keys (person, key) VALUES (?, ?)');
    this.#select = db.prepare<[string], Buffer>('SELECT key FROM person_keys WHERE person = ?').pluck();
    this.#begin = db.prepare('BEGIN');
    this.#commit = db.prepare('COMMIT');
  }

  /** The id of a person whose key is stored once data is encrypted under it. */
  newPerson(): string {
    const person = randomUUIDv7();
    this.#unused.set(person, this.#random.take(KEY_BYTES));
    return person;
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
    return this.#select.get(person) ?? null;
  }

  /** Encrypts a person's data for one stream. Throws when the person has no key. */
  seal(person: string, stream: string, value: unknown): string {
    const key = this.#storeUnused(person) ?? this.#keyOf(person);
    if (!key) throw new Error('no key for this person');
    const iv = this.#random.take(IV_BYTES);
    const { tag, text } = encrypt({ key, iv, bound: stream }, Buffer.from(JSON.stringify(value)));
    return Buffer.concat([iv, tag, text]).toString('base64');
  }

  /** In the transaction of the data that is sealed: if that is rolled back, so is the key, and the id is not used again. */
  #storeUnused(person: string): Buffer | undefined {
    const key = this.#unused.get(person);
    if (key) this.#insert.run(person, key);
    this.#unused.delete(person);
    return key;
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
