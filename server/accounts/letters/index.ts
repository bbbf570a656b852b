import type { AccountLetter } from './letter.ts';

/** Every letter about an account; each file of the folder declares one. */
export const LETTERS: readonly AccountLetter[] = Object.values(
  import.meta.glob<AccountLetter>('./customer/*.ts', { eager: true, import: 'letter' }),
);

/** The events that cause a letter. */
export const LETTER_CAUSES = [...new Set(LETTERS.flatMap(({ on }) => on))];
