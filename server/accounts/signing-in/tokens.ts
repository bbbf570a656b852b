import { alphabet, generateRandomString } from 'oslo/crypto';

/** Mail programs that make links of addresses in plain text may leave out a hyphen at the end: only letters and digits. */
const LETTERS = alphabet('a-z', 'A-Z', '0-9');

/** So many of sixty-two letters are worth 256 bits. */
const LENGTH = 43;

/** A token that nobody can guess. */
export function newToken(): string {
  return generateRandomString(LENGTH, LETTERS);
}
