/** The shape of a setting, and the schemas that settings share. */
import { z } from 'zod';

/** A variable of the environment. */
export interface Setting {
  /** The end of a sentence in the documents. */
  readonly meaning: string;
  /** Parses the text. Its problems are printed after the name: "must be ...". */
  readonly schema: z.ZodType<unknown, string>;
  /** The text that applies when the variable is not set. Without a default the value is null. */
  readonly default?: string;
  /** The default in words for the documents, if it isn't a fixed text. */
  readonly otherwise?: string;
  /**
   * Settings that belong together: if one setting of a group differs from its default, each one without a default must be set.
   */
  readonly group?: 'metrics' | 'phone' | 'seller' | 'Resend' | 'Stripe' | 'Svix' | 'S3';
  /** If set, production refuses to start without the variable; this text follows the name in the problem. */
  readonly required?: string;
  /** A value that production refuses, and the text that follows the name in the problem. */
  readonly refused?: readonly [pattern: RegExp, problem: string];
  /** Replaces `refused` where `STAGING` is set. */
  readonly refusedOnStaging?: readonly [pattern: RegExp, problem: string];
}

export const email = z
  .string()
  .max(254, 'must be a valid email address')
  .pipe(z.email('must be a valid email address'));

export const url = z.url({ protocol: /^https?$/, error: 'must be a URL' });

export const flag = z.stringbool('must be true or false');

export function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, `must be one of ${words.join(', ')}`);
}

export function whole(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message));
}

/** The secret before `name`, which is still accepted while that one is rotated. */
export function previousOf<Schema extends Setting['schema']>(name: string, schema: Schema) {
  return { meaning: `The secret before \`${name}\`, still accepted while you rotate it`, schema };
}

export const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** The parts of a list with commas between; an empty text is an empty list. */
export const commaList = z
  .string()
  .transform((list) => (list === '' ? [] : list.split(',').map((part) => part.trim())));

/** Whether an address has only scheme, host and port. */
export function isOrigin(value: string): boolean {
  const { origin, pathname, search, hash, username, password } = new URL(value);
  return origin !== 'null' && pathname === '/' && [search, hash, username, password].every((part) => part === '');
}

export function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    );
  } catch {
    return false;
  }
}
