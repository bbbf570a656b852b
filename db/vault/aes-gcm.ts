import { createCipheriv, createDecipheriv } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';

export const IV_BYTES = 12;
export const TAG_BYTES = 16;

/** What a text is encrypted with; all of it is needed to decrypt the text. */
interface Lock {
  /** 32 bytes. */
  readonly key: Buffer;
  /** Never used twice with a key. */
  readonly iv: Buffer;
  /** What the text belongs to: elsewhere it cannot be decrypted. */
  readonly bound?: string;
}

interface Encrypted {
  readonly tag: Buffer;
  readonly text: Buffer;
}

/** Encrypts with AES-256-GCM. */
export function encrypt({ key, iv, bound = '' }: Lock, content: Uint8Array): Encrypted {
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(bound));
  const text = Buffer.concat([cipher.update(content), cipher.final()]);
  return { tag: cipher.getAuthTag(), text };
}

/** Decrypts what `encrypt` made. Throws when it was altered or belongs elsewhere. */
export function decrypt({ key, iv, bound = '' }: Lock, { tag, text }: Encrypted): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]);
}
