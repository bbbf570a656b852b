import { alphabet, generateRandomString } from 'oslo/crypto';

/** Letters and digits only: mail programs that detect links in plain text may cut off a hyphen at the end. */
const LETTERS = alphabet('a-z', 'A-Z', '0-9');

/** Forty-three of sixty-two letters carry 256 bits. */
const LENGTH = 43;

/** A random token that cannot be guessed. */
export function newToken(): string {
  return generateRandomString(LENGTH, LETTERS);
}
