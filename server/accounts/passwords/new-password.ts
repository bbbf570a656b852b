import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountDependencies } from '../context.ts';
import { hashPassword } from './passwords.ts';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Rejected } from '#shared/calls/refusals.ts';

interface NewPassword {
  readonly password: string;
  readonly owner: () => Owner | Promise<Owner>;
}

/** Both in the queue: judging takes up to 30 ms. Throws `Rejected`: `busy` before anything is judged, `invalid`. */
export function hashNewPassword(
  { hashing, config }: Pick<AccountDependencies, 'hashing' | 'config'>,
  { password, owner }: NewPassword,
): Promise<string> {
  return hashing.run(async () => {
    // Otherwise refused passwords would all be judged in one turn of the event loop.
    await nextTurn();
    if (await isGuessablePassword(password, { ...(await owner()), business: config.appName })) {
      throw new Rejected('invalid', {
        fields: { password: 'That password is too easy to guess. Choose another one.' },
      });
    }
    return hashPassword(password, hashing.cost);
  });
}

interface Owner {
  readonly name: string | null;
  readonly email: string | null;
}

interface KnownOfAccount extends Owner {
  readonly business: string;
}

/** On zxcvbn's scale of 0 to 4: at least 10^8 guesses. */
const LEAST_SCORE = 3;

/** Characters checked: 24 random ones take 10 to 20 ms of the event loop, 250 take a second. */
const LOOKED_AT = 24;

let estimator: Promise<ZxcvbnFactory> | null = null;

/** Loaded with the first new password, so that startup does not wait for dictionaries. */
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

function knownWords({ name, email, business }: KnownOfAccount): string[] {
  const sources = [name, email, business].flatMap((source) => source?.normalize('NFC').toLowerCase() ?? []);
  const words = [
    ...sources,
    ...sources.map(lettersOf),
    ...sources.flatMap((source) => source.split(/[^\p{L}\p{N}]+/u)),
  ];
  return words.filter((word) => word.length >= 3).toSorted((a, b) => b.length - a.length);
}

/** In any order, because zxcvbn counts the order as guesses. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const letters = lettersOf(text);
  const rest = words.reduce((left, word) => left.replaceAll(lettersOf(word), ''), letters);
  return rest.length < letters.length && /^\d{0,6}$/.test(rest);
}

/** A common password or a variant of one, a keyboard pattern, or words known of the account. */
export async function isGuessablePassword(password: string, known: KnownOfAccount): Promise<boolean> {
  const text = password.normalize('NFC').toLowerCase();
  if (text === '') return false;
  const words = knownWords(known);
  if (isMadeOf(text, words)) return true;
  estimator ??= load();
  return (await estimator).check(password.normalize('NFC'), words).score < LEAST_SCORE;
}
