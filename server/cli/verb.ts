import type { ParseArgsOptionsConfig } from 'node:util';
import { formatCount } from '#shared/format-count.ts';

/** What was typed after a verb. */
export interface Given {
  /** Words that are no options. */
  readonly names: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Whether the result is printed as JSON. */
  readonly isJson: boolean;
}

/** The options that every verb has. */
export const COMMON = {
  help: { type: 'boolean', short: 'h', default: false },
  json: { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig;

/** A command of the command line. */
export interface Verb {
  /** Its words after the name, as in "[name...] [--yes]". */
  readonly words: string;
  /** What it does, as a sentence. */
  readonly about: string;
  /** What `--help` says besides. */
  readonly help: string;
  readonly options?: ParseArgsOptionsConfig;
  /** How many names it takes. */
  readonly names?: { readonly least: number; readonly most: number };
  /** Resolves with the exit code. Throws `Misused` for wrong arguments. */
  run(given: Given): Promise<number> | number;
}

/** The arguments are wrong. The message names the one at fault. */
export class Misused extends Error {}

/** Exit codes: done and in order; something is wrong, or it could not be done; wrong arguments. */
export const EXIT = { done: 0, wrong: 1, misused: 2 } as const;

/** A whole number given as an option; undefined when it is not given. Throws `Misused`. */
export function numberIn({ options }: Given, name: string, least = 1): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const number = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least) return number;
  throw new Misused(`--${name} ${String(text)}: use a whole number from ${least}.`);
}

export function textIn({ options }: Given, name: string): string | undefined {
  const text = options[name];
  return typeof text === 'string' ? text : undefined;
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value));
}

/** A number with its noun. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`;
}

/** An instant for people; `never` for null. */
export function instantText(at: number | null): string {
  return at === null
    ? 'never'
    : new Date(at)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, 'Z');
}
