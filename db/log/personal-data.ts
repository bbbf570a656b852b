import { randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '../aes-gcm.ts';

export interface PersonKey {
  readonly person: string;
  readonly key: Buffer;
}

export function newPersonKey(): Buffer {
  return randomBytes(32);
}

/** AES-256-GCM ciphertext under its person's key, bound to its stream. */
export class PersonalData {
  readonly #keyOf: (person: string) => Buffer | null;

  constructor(keyOf: (person: string) => Buffer | null) {
    this.#keyOf = keyOf;
  }

  with(added: readonly PersonKey[]): PersonalData {
    const keys = new Map(added.map(({ person, key }) => [person, key]));
    return new PersonalData((person) => keys.get(person) ?? this.#keyOf(person));
  }

  /** Throws if the person has no key. */
  seal(person: string, stream: string, value: unknown): string {
    const key = this.#keyOf(person);
    if (!key) throw new Error('no key for this person');
    return encrypt(key, JSON.stringify(value), stream).toString('base64');
  }

  /** Null if the person was forgotten. Throws if it was altered or moved to another stream. */
  open(person: string, stream: string, sealed: string): unknown {
    const key = this.#keyOf(person);
    return key && JSON.parse(decrypt(key, Buffer.from(sealed, 'base64'), stream));
  }
}
