import { alphabet, generateRandomString } from 'oslo/crypto';

/** Mail programs that detect links may cut off a hyphen at the end. */
const LETTERS = alphabet('a-z', 'A-Z', '0-9');

/** 256 bits. */
const LENGTH = 43;

export function newToken(): string {
  return generateRandomString(LENGTH, LETTERS);
}
