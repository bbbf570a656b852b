export const PASSWORD = { leastCharacters: 10, leastDifferent: 5, mostBytes: 256 } as const;

export const PASSWORD_HINT = `At least ${PASSWORD.leastCharacters} characters, ${PASSWORD.leastDifferent} of them different. Four random words in a row work well.`;

/** Accents, joiners and skin tones belong to the character before them. */
const CHARACTERS = /[^\p{M}\p{Cf}\p{Emoji_Modifier}]/gu;

export type PasswordFault = 'too-short' | 'too-few-different' | 'too-long';

/**
 * Characters as people see them, so that four emoji don't pass for sixteen letters; bytes, because hashing takes time for each.
 */
export function passwordFault(password: string): PasswordFault | null {
  if (new TextEncoder().encode(password).length > PASSWORD.mostBytes) return 'too-long';
  const characters = password.normalize('NFC').match(CHARACTERS) ?? [];
  if (characters.length < PASSWORD.leastCharacters) return 'too-short';
  return new Set(characters).size < PASSWORD.leastDifferent ? 'too-few-different' : null;
}
