import { randomBytes } from 'node:crypto';
import { IV_BYTES, TAG_BYTES, decrypt, encrypt } from '../aes-gcm.ts';

const KEY_BYTES = 32;

export interface PersonKey {
  readonly person: string;
  readonly key: Buffer;
}

/** A key for a new person. */
export function newPersonKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Personal data of events: AES-256-GCM ciphertext under its person's key, bound to its stream. */
export class PersonalData {
  readonly #keyOf: (person: string) => Buffer | null;

  /** `keyOf` returns null for a person who was forgotten. */
  constructor(keyOf: (person: string) => Buffer | null) {
    this.#keyOf = keyOf;
  }

  /** Knows further keys, too. */
  with(added: readonly PersonKey[]): PersonalData {
    const keys = new Map(added.map(({ person, key }) => [person, key]));
    return new PersonalData((person) => keys.get(person) ?? this.#keyOf(person));
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
