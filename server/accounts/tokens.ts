import { randomBytes } from 'node:crypto';

const BYTES = 32;

/** A token of 256 bits that can stand in a cookie and in an address. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url');
}
