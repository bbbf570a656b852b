import { createCipheriv, createDecipheriv } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';

export const IV_BYTES = 12;
export const TAG_BYTES = 16;

/** The parameters of an encryption; decryption needs all of them. */
interface CipherParameters {
  /** 32 bytes. */
  readonly key: Buffer;
  /** Nonce: never used twice with a key. */
  readonly iv: Buffer;
  /** Additional authenticated data: decryption with any other text fails. */
  readonly additionalData?: string;
}

interface Encrypted {
  readonly tag: Buffer;
  readonly text: Buffer;
}

/** Encrypts with AES-256-GCM. */
export function encrypt({ key, iv, additionalData = '' }: CipherParameters, content: Uint8Array): Encrypted {
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(additionalData));
  const text = Buffer.concat([cipher.update(content), cipher.final()]);
  return { tag: cipher.getAuthTag(), text };
}

/** Decrypts the result of `encrypt`. Throws if it was altered or `additionalData` differs. */
export function decrypt({ key, iv, additionalData = '' }: CipherParameters, { tag, text }: Encrypted): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(additionalData));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]);
}
