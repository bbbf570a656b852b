import { createHmac, timingSafeEqual } from 'node:crypto';
import { decrypt, encrypt } from '#db/aes-gcm.ts';
import { type Secrets, deriveKey } from '../../process/secrets.ts';

/** For values that clients store. Each purpose has its own key. */
export class Sealer {
  readonly #secrets: Secrets;
  readonly #keys = new Map<string, readonly Buffer[]>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** One with each secret, the current one first. */
  signatures(purpose: string, value: string): readonly string[] {
    const keys = this.#keysOf(`sign:${purpose}`);
    return keys.map((key) => createHmac('sha256', key).update(value).digest('base64url'));
  }

  /** `value.signature`: the value stays readable. */
  sign(purpose: string, value: string): string {
    return `${value}.${this.signatures(purpose, value)[0]}`;
  }

  verify(purpose: string, signed: string): string | null {
    const dot = signed.lastIndexOf('.');
    if (dot < 0) return null;
    const [value, given] = [signed.slice(0, dot), Buffer.from(signed.slice(dot + 1))];
    const isSame = (expected: Buffer) => given.length === expected.length && timingSafeEqual(given, expected);
    return this.signatures(purpose, value).some((signature) => isSame(Buffer.from(signature))) ? value : null;
  }

  seal(purpose: string, value: unknown): string {
    return encrypt(this.#keysOf(purpose)[0]!, JSON.stringify(value)).toString('base64url');
  }

  open(purpose: string, sealed: string): unknown {
    for (const key of this.#keysOf(purpose))
      try {
        return JSON.parse(decrypt(key, Buffer.from(sealed, 'base64url')));
      } catch {} // Sealed by the next secret, perhaps.
    return null;
  }

  #keysOf(purpose: string): readonly Buffer[] {
    const known = this.#keys.get(purpose);
    if (known) return known;
    const keys = this.#secrets.map((secret) => deriveKey(secret, purpose));
    this.#keys.set(purpose, keys);
    return keys;
  }
}
