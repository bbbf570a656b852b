import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { IV_BYTES, TAG_BYTES, decrypt, encrypt } from '#db/aes-gcm.ts';

/** Signs and encrypts values that clients store and send back. Each purpose has its own key. */
export class Sealer {
  readonly #secret: string;
  readonly #keys = new Map<string, Buffer>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Signs a value, which stays readable, for one purpose: `value.signature`. */
  sign(purpose: string, value: string): string {
    return `${value}.${this.#hmac(`sign:${purpose}`, value).toString('base64url')}`;
  }

  /** The value of a signed text; null when the signature is invalid. */
  verify(purpose: string, signed: string): string | null {
    const dot = signed.lastIndexOf('.');
    if (dot < 0) return null;
    const value = signed.slice(0, dot);
    const expected = this.#hmac(`sign:${purpose}`, value);
    const given = Buffer.from(signed.slice(dot + 1), 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected) ? value : null;
  }

  /** Encrypts and authenticates a value of JSON (AES-256-GCM). */
  seal(purpose: string, value: unknown): string {
    const iv = randomBytes(IV_BYTES);
    const { tag, text } = encrypt({ key: this.#key(purpose), iv }, Buffer.from(JSON.stringify(value)));
    return Buffer.concat([iv, text, tag]).toString('base64url');
  }

  /** The decrypted value; null for any text that `seal` did not return for this purpose. */
  open(purpose: string, sealed: string): unknown {
    const bytes = Buffer.from(sealed, 'base64url');
    const parameters = { key: this.#key(purpose), iv: bytes.subarray(0, IV_BYTES) };
    try {
      const parts = { tag: bytes.subarray(-TAG_BYTES), text: bytes.subarray(IV_BYTES, -TAG_BYTES) };
      return JSON.parse(decrypt(parameters, parts).toString());
    } catch {
      return null;
    }
  }

  /** Keyed hash (HMAC-SHA-256): the same for the same value; the value cannot be derived without the secret. */
  digest(purpose: string, value: string): Buffer {
    return this.#hmac(`digest:${purpose}`, value);
  }

  #hmac(purpose: string, value: string): Buffer {
    return createHmac('sha256', this.#key(purpose)).update(value).digest();
  }

  #key(purpose: string): Buffer {
    const known = this.#keys.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', this.#secret, '', purpose, 32));
    this.#keys.set(purpose, key);
    return key;
  }
}
