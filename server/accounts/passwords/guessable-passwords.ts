import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Rejected } from '#shared/refusals.ts';

/** What a guesser knows of an account before the first try. */
export interface KnownOfAccount {
  readonly name: string | null;
  readonly email: string | null;
  /** The name of the site's business. */
  readonly business: string;
}

/** Of zxcvbn's 0 to 4: at least 10^8 guesses. */
const LEAST_SCORE = 3;

/** Characters that are looked at: a random password of so many takes 10 to 20 ms of the event loop, one of 250 takes a second. */
const LOOKED_AT = 24;

let estimator: Promise<ZxcvbnFactory> | null = null;

/** Loaded when the first password is chosen here: starting does not wait for dictionaries. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Estimator({ dictionary, graphs, maxLength: LOOKED_AT });
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The account's names and addresses, whole and in their words, in lower case. */
function knownWords({ name, email, business }: KnownOfAccount): string[] {
  const sources = [name, email, business].flatMap((source) => source?.normalize('NFC').toLowerCase() ?? []);
  const words = [
    ...sources,
    ...sources.map(lettersOf),
    ...sources.flatMap((source) => source.split(/[^\p{L}\p{N}]+/u)),
  ];
  return words.filter((word) => word.length >= 3).toSorted((a, b) => b.length - a.length);
}

/** Whether a text in lower case is nothing but these words, in any order, with digits or without: zxcvbn counts their order as a guess. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const letters = lettersOf(text);
  const rest = words.reduce((left, word) => left.replaceAll(lettersOf(word), ''), letters);
  return rest.length < letters.length && /^\d{0,6}$/.test(rest);
}

/**
 * Whether a password is among those that are tried first, however it is capitalized: a common one, one with a usual ending or
 * repeated, a pattern of keys, or what is known of the account.
 */
export async function isGuessablePassword(password: string, known: KnownOfAccount): Promise<boolean> {
  const text = password.normalize('NFC').toLowerCase();
  if (text === '') return false;
  const words = knownWords(known);
  if (isMadeOf(text, words)) return true;
  estimator ??= load();
  return (await estimator).check(password.normalize('NFC'), words).score < LEAST_SCORE;
}

/** Throws `Rejected` `invalid` for a guessable password. */
export async function refuseGuessablePassword(password: string, known: KnownOfAccount): Promise<void> {
  if (!(await isGuessablePassword(password, known))) return;
  throw new Rejected('invalid', {
    fields: { password: 'That password is too easy to guess. Choose another one.' },
  });
}
