import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sqliteCode } from '#db/engine/sqlite/sqlite.ts';
import { RESTORE_FILE_ADVICE, systemErrorText, toFatalError } from '#db/fatal-error.ts';
import { DATABASE_FILE } from '#db/schema.ts';
import { formatCount } from '#shared/format-count.ts';
import { dataFolder } from './site.ts';

export const EXIT = { ok: 0, problem: 1, usage: 2 } as const;

export class UsageError extends Error {}

/** Without `value` it is a flag. */
export interface Option {
  /** As in `--last N`. */
  readonly value?: string;
  /** Throws `UsageError`, whose message doesn't name the option. */
  readonly parse?: (text: string) => unknown;
  readonly help: string;
}

type ValueOf<Given extends Option> = Given extends { readonly parse: (text: string) => infer Value }
  ? Value | undefined
  : Given extends { readonly value: string }
    ? string | undefined
    : boolean;

export interface Result {
  readonly lines: readonly string[];
  /** If there are any, the exit code is 1. */
  readonly problems?: readonly string[];
}

type Options = Readonly<Record<string, Option>>;

export interface Command<Given extends Options = Options> {
  readonly about: string;
  readonly help: string;
  /** Such as `<person>`; in brackets if it is optional: `[file]`. */
  readonly argument?: string;
  readonly options: Given;
  run(given: { readonly [Name in keyof Given]: ValueOf<Given[Name]> }, argument: string): Promise<Result> | Result;
}

/** Infers the types of the options' values. */
export function command<const Given extends Options>(declared: Command<Given>): Command {
  return declared;
}

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new UsageError(`use a whole number ${range}.`);
  };
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`;
}

export function instantText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

const HELP_OPTION: Options = { help: { help: 'Prints this text.' } };

function usage(name: string, { about, help, argument = '', options }: Command): string {
  const all = Object.entries({ ...options, ...HELP_OPTION });
  const terms = all.map(([option, { value = '' }]) => `--${option} ${value}`.trim());
  const width = Math.max(...terms.map(({ length }) => length)) + 3;
  const lines = all.map(
    ([, each], index) => `  ${terms[index]!.padEnd(width)}${each.help.replaceAll('\n', `\n${' '.repeat(width + 2)}`)}`,
  );
  const parts = [`Usage: ${`${name} ${argument}`.trim()} [options]`, about, help, lines.join('\n')];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Throws `UsageError`. */
function parsed({ argument, options }: Command, args: readonly string[]) {
  const all: Options = { ...options, ...HELP_OPTION };
  const config = Object.entries(all).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  const { values, positionals } = parseArguments(args, Object.fromEntries(config));
  const given = Object.entries(all).map(([name, { value, parse }]): [string, unknown] => {
    const text = values[name];
    if (value === undefined) return [name, text === true];
    if (typeof text !== 'string' || !parse) return [name, text];
    try {
      return [name, parse(text)];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(`--${name} ${text}: ${error.message}`, { cause: error });
    }
  });
  const most = argument === undefined ? 0 : 1;
  if (positionals.length > most) throw new UsageError(`${positionals[most]} is unexpected.`);
  if (argument?.startsWith('<') && positionals.length === 0 && values['help'] !== true)
    throw new UsageError(`${argument} is missing.`);
  return { given: Object.fromEntries(given), argument: positionals[0] ?? '' };
}

function parseArguments(args: readonly string[], options: Record<string, { type: 'boolean' | 'string' }>) {
  try {
    return parseArgs({
      args: args.map((each) => (each === '-h' ? '--help' : each)),
      options,
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export function print(stream: NodeJS.WritableStream, text: string): void {
  if (text !== '') stream.write(`${text}\n`);
}

export function printUsageError(words: string, help: string): number {
  print(process.stderr, `${words}\n\n${help}`.trimStart());
  return EXIT.usage;
}

export async function runCommand(name: string, declared: Command, args: readonly string[]): Promise<number> {
  try {
    const { given, argument } = parsed(declared, args);
    if (given['help'] === true) {
      print(process.stdout, usage(name, declared));
      return EXIT.ok;
    }
    const { lines, problems = [] } = await declared.run(given as never, argument);
    print(process.stdout, lines.join('\n'));
    print(process.stderr, problems.join('\n'));
    return problems.length === 0 ? EXIT.ok : EXIT.problem;
  } catch (error) {
    if (error instanceof UsageError) return printUsageError(error.message, usage(name, declared));
    print(process.stderr, messageOf(error));
    return EXIT.problem;
  }
}

/** Names the file of a disk error, and says what to do. */
function messageOf(error: unknown): string {
  const database = join(dataFolder(), DATABASE_FILE);
  const { path = sqliteCode(error) === null ? undefined : database } = error as NodeJS.ErrnoException;
  const failure = toFatalError(error, path, path === database ? RESTORE_FILE_ADVICE : '');
  return failure?.message ?? (error instanceof Error ? error.message : String(error));
}

/** The disk is full, or the program that reads the output has ended. */
export function endOnOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (stream === process.stdout && error.code !== 'EPIPE')
        print(process.stderr, `The output can't be written: ${systemErrorText(error)}.`);
      process.exit(EXIT.problem);
    });
}
