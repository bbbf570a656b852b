import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a key of 32 bytes: returns nonce, tag and ciphertext. */
export function encrypt(key: Buffer, content: string, additionalData = ''): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(additionalData));
  const text = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Throws if it was altered or `additionalData` differs. */
export function decrypt(key: Buffer, encrypted: Buffer, additionalData = ''): string {
  const text = IV_BYTES + TAG_BYTES;
  const iv = encrypted.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(additionalData));
  decipher.setAuthTag(encrypted.subarray(IV_BYTES, text));
  return Buffer.concat([decipher.update(encrypted.subarray(text)), decipher.final()]).toString();
}
