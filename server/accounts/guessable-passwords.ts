import { Refused } from '../rpc/refused.ts';

/** What a guesser knows of an account before the first try. */
export interface KnownOfAccount {
  readonly name: string | null;
  readonly email: string | null;
  /** The name of the site's business. */
  readonly business: string;
}

let list: Promise<ReadonlySet<string>> | null = null;

/** Some 49,000 passwords that people choose most, loaded when the first one is chosen here: starting does not wait for it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Characters that follow each other on a keyboard or in an alphabet; tried in both directions. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl;',
  'zxcvbnm,./',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik,',
  '9ol.',
  '0p;/',
];
const STEPS: ReadonlySet<string> = new Set(
  ROWS.flatMap((row) =>
    Array.from(row)
      .slice(1)
      .flatMap((next, index) => [`${row[index]}${next}`, `${next}${row[index]}`]),
  ),
);

/** Whether it is made of runs alone: three or more that are the same, or that follow each other. */
function isRuns(text: string): boolean {
  const letters = Array.from(text);
  let length = 1;
  for (let index = 1; index <= letters.length; index++) {
    const pair = `${letters[index - 1]}${letters[index]}`;
    const goesOn = index < letters.length && (letters[index] === letters[index - 1] || STEPS.has(pair));
    if (!goesOn && length < 3) return false;
    length = goesOn ? length + 1 : 1;
  }
  return true;
}

/** The part that it repeats from its beginning to its end; null when it repeats none. */
function repeatedPart(text: string): string | null {
  const length = `${text}${text}`.indexOf(text, 1);
  return length < text.length ? text.slice(0, length) : null;
}

/** Digits and signs that people put after a word because a form wants some. */
const LONGEST_ENDING = 6;
const NO_LETTER = /^[^\p{L}]$/u;

/** What is left of a password without the last of its digits and signs, one more each time. */
function* withoutEnding(text: string): Generator<string> {
  for (let kept = text.length - 1; kept > 0 && NO_LETTER.test(text[kept] ?? ''); kept--) {
    const ending = text.slice(kept);
    if (ending.length <= LONGEST_ENDING || isRuns(ending)) yield text.slice(0, kept);
  }
}

/** Whether a text in lower case is on the list, alone or with an ending, once or several times, or follows a pattern. */
function isListed(text: string, common: ReadonlySet<string>): boolean {
  if (text === '') return false;
  if (common.has(text) || new Set(text).size <= 2 || isRuns(text)) return true;
  for (const base of withoutEnding(text)) if (common.has(base)) return true;
  const part = repeatedPart(text);
  return part !== null && (part.length <= 4 || isListed(part, common));
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a text in lower case is nothing but names and addresses that everybody knows, with digits or without. */
function isKnown(text: string, { name, email, business }: KnownOfAccount): boolean {
  const sources = [name, email, business].flatMap((source) => source?.normalize('NFC').toLowerCase() ?? []);
  const words = [...sources.map(lettersOf), ...sources.flatMap((source) => source.split(/[^\p{L}\p{N}]+/u))];
  const known = words.filter((word) => word.length >= 3).toSorted((a, b) => b.length - a.length);
  const letters = lettersOf(text);
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), letters);
  return rest.length < letters.length && /^\d{0,6}$/.test(rest);
}

/**
 * Whether a password is among those that are tried first, however it is capitalised: a common one, one with a usual ending or
 * said twice, a pattern of keys, or what is known of the account.
 */
export async function isGuessablePassword(password: string, known: KnownOfAccount): Promise<boolean> {
  const text = password.normalize('NFC').toLowerCase();
  if (text === '') return false;
  list ??= load();
  return isListed(text, await list) || isKnown(text, known);
}

/** Throws `Refused` `invalid` for one that is. */
export async function refuseGuessablePassword(password: string, known: KnownOfAccount): Promise<void> {
  if (!(await isGuessablePassword(password, known))) return;
  throw new Refused('invalid', {
    fields: { password: 'This password is among the first that are tried. Choose another.' },
  });
}
