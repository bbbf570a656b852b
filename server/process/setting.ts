import { z } from 'zod';

export interface Setting {
  /** The end of a sentence in the documents. */
  readonly meaning: string;
  /** Problems are printed after the name: "must be ...". */
  readonly schema: z.ZodType<unknown, string>;
  readonly default?: string;
  /** The default in words, if it isn't a fixed text. */
  readonly otherwise?: string;
  /** If one setting of a group is set, all without a default are required. */
  readonly group?: 'metrics' | 'phone' | 'seller' | 'Resend' | 'Stripe' | 'Svix' | 'S3';
  /** Production's message if it is missing. */
  readonly required?: string;
  /** What production refuses, and why. */
  readonly refused?: readonly [pattern: RegExp, problem: string];
  /** Instead of `refused` with `STAGING`. */
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

export function previousOf<Schema extends Setting['schema']>(name: string, schema: Schema) {
  return { meaning: `The secret before \`${name}\`, still accepted while you rotate it`, schema };
}

export const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

export const commaList = z
  .string()
  .transform((list) => (list === '' ? [] : list.split(',').map((part) => part.trim())));

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
