/** Requirements of a new password, checked by the page and by the server. */
export const PASSWORD = { leastCharacters: 10, leastDifferent: 5, mostBytes: 256 } as const;

/** Shown beside the field before anything is typed. */
export const PASSWORD_HINT = `At least ${PASSWORD.leastCharacters} characters, ${PASSWORD.leastDifferent} of them different. Four random words in a row work well.`;

/** A grapheme's base character: accents, joiners and skin tones belong to the one before them. */
const CHARACTERS = /[^\p{M}\p{Cf}\p{Emoji_Modifier}]/gu;

export type PasswordFault = 'too-short' | 'too-few-different' | 'too-long';

/**
 * What is wrong with a new password; null when nothing is. Length and variety count characters as people see them, so that four
 * emoji do not pass for sixteen letters. The upper limit counts bytes of UTF-8, because hashing costs time per byte.
 */
export function passwordFault(password: string): PasswordFault | null {
  if (new TextEncoder().encode(password).length > PASSWORD.mostBytes) return 'too-long';
  const characters = password.normalize('NFC').match(CHARACTERS) ?? [];
  if (characters.length < PASSWORD.leastCharacters) return 'too-short';
  return new Set(characters).size < PASSWORD.leastDifferent ? 'too-few-different' : null;
}
