import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type PaymentsConfig, paymentsConfig, stripeProblems, stripeVariables } from './config-payments.ts';
import { VARIABLES, type Variable, type VariableName } from './config-variables.ts';
import { PROXIES, type TrustedProxy } from './http/client-address.ts';
import { keptSecret } from './kept-secret.ts';
import type { Hosts } from './middleware/known-host.ts';

/** Everything the environment decides, decided once. Which adapter serves a port stands here as its `kind`. */
export interface Config {
  readonly appName: string;
  readonly email: string;
  readonly ownerEmail: string;
  readonly phone: string | null;
  readonly showPhone: boolean;
  /** The business's profiles elsewhere. */
  readonly socialLinks: readonly string[];
  /** IANA name. */
  readonly timeZone: string;
  readonly bookingWindowDays: number;
  readonly port: number;
  readonly host: string;
  /** The site's origin, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether a visitor may use the site under other names than `publicUrl` (`127.0.0.1`, a machine's name). */
  readonly anyHost: boolean;
  /** The names that requests may be meant for. */
  readonly hosts: Hosts;
  /** The proxy whose word on a client's address is taken; null when clients reach this process themselves. */
  readonly trustedProxy: TrustedProxy | null;
  /** How many times the usual limits on how often one may ask; 0 for none. */
  readonly rateLimit: number;
  /** Whether the site's components can be looked at under `/dev/components`. */
  readonly showsComponents: boolean;
  /** Absolute. */
  readonly dataFolder: string;
  readonly cookieSecret: string;
  /** What the first registration must carry; null when it needs nothing. */
  readonly setupToken: string | null;
  readonly logLevel: LogLevel;
  readonly clock: { readonly kind: 'movable'; readonly file: string } | { readonly kind: 'system' };
  readonly mail: { readonly from: string } & (
    | { readonly kind: 'mailbox'; readonly folder: string }
    | { readonly kind: 'resend'; readonly apiKey: string }
  );
  readonly payments: PaymentsConfig;
  readonly objectStorage: ObjectStorage | null;
}

export interface ObjectStorage {
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
  readonly forcePathStyle: boolean;
  readonly publicUrl: string | null;
}

/** A misspelt `production` must not start a site that takes no real money. */
const MODES = ['development', 'test', 'production'] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How far ahead one can book at most, in days: 200 years, for benchmarks. */
const LONGEST_WINDOW = 73_000;

/** The environment cannot be used. The message holds every problem, a line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The configuration has problems:', ...problems.map((problem) => `- ${problem}`)].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

function email(name: string) {
  const message = `${name} must be a valid email address`;
  return z.string().max(254, message).pipe(z.email(message));
}

function url(name: string) {
  return z.url({ protocol: /^https?$/, error: `${name} must be a URL` });
}

function flag(name: string) {
  return z.stringbool(`${name} must be true or false`).default(false);
}

function whole(name: string, least: number, most: number) {
  const message = `${name} must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(least, message).max(most, message));
}

/** An address of nothing but scheme, host and port. */
function isOrigin(value: string): boolean {
  const { origin, pathname, search, hash, username, password } = new URL(value);
  return origin !== 'null' && pathname === '/' && [search, hash, username, password].every((part) => part === '');
}

function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    );
  } catch {
    return false;
  }
}

const environment = z.object({
  NODE_ENV: z.enum(MODES, `NODE_ENV must be one of ${MODES.join(', ')}`).default('development'),
  APP_NAME: z.string().default('Halfday Handyman'),
  EMAIL: email('EMAIL').default('hello@halfday.example'),
  OWNER_EMAIL: email('OWNER_EMAIL').optional(),
  PHONE: z
    .string()
    .regex(/^[0-9+().\- ]{7,20}$/, 'PHONE must be a phone number of 7 to 20 digits, spaces and + ( ) - .')
    .optional(),
  SHOW_PHONE: flag('SHOW_PHONE'),
  SOCIAL_LINKS: z
    .string()
    .transform((list) => list.split(',').map((link) => link.trim()))
    .pipe(z.array(z.url({ protocol: /^https$/, error: 'SOCIAL_LINKS must be https addresses with commas between' })))
    .default([]),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'TIME_ZONE must be the name of a time zone, like America/Los_Angeles')
    .default('America/Los_Angeles'),
  BOOKING_WINDOW_DAYS: whole('BOOKING_WINDOW_DAYS', 1, LONGEST_WINDOW).default(60),
  PORT: whole('PORT', 0, 65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: url('PUBLIC_URL')
    .pipe(z.string().refine(isOrigin, 'PUBLIC_URL must be an address without a path, like https://example.com'))
    .optional(),
  TRUSTED_PROXY: z.enum(PROXIES, `TRUSTED_PROXY must be one of ${PROXIES.join(', ')}`).optional(),
  RATE_LIMIT: whole('RATE_LIMIT', 0, 1000).default(1),
  DATA_FOLDER: z.string().default('./data'),
  COOKIE_SECRET: z.string().min(32, 'COOKIE_SECRET must have at least 32 characters').optional(),
  SETUP_TOKEN: z
    .string()
    .min(16, 'SETUP_TOKEN must have 16 to 200 characters')
    .max(200, 'SETUP_TOKEN must have 16 to 200 characters')
    .optional(),
  RESEND_API_KEY: z.string().optional(),
  RESEND_FROM: email('RESEND_FROM').default('onboarding@resend.dev'),
  ...stripeVariables,
  S3_ENDPOINT: url('S3_ENDPOINT').optional(),
  S3_REGION: z.string().default('us-west-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag('S3_FORCE_PATH_STYLE'),
  S3_PUBLIC_URL: url('S3_PUBLIC_URL').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
} satisfies Record<VariableName, z.ZodType>);

type Environment = z.infer<typeof environment>;

/**
 * Reads the environment (SPEC.md sections 3 and 5). Without any variable everything runs on this machine;
 * `NODE_ENV=production` demands what real services need. Throws `ConfigError` with all problems at once.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = settings(env);
  const parsed = environment.safeParse(given);
  const isProduction = given['NODE_ENV'] === 'production';
  const faults = new Map(parsed.error?.issues.map((issue) => [String(issue.path[0]), issue.message]));
  const problems = VARIABLES.flatMap((variable: Variable) => {
    const missing = isProduction && given[variable.name] === undefined ? variable.missing : undefined;
    return missing ?? faults.get(variable.name) ?? [];
  });
  if (isProduction && /^http:/i.test(given['PUBLIC_URL'] ?? '')) problems.push('PUBLIC_URL must begin with https://');
  problems.push(...stripeProblems(given, isProduction));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return configOf(parsed.data);
}

/** The data folder alone, for command lines that need nothing else of the environment. */
export function dataFolderOf(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(environment.shape.DATA_FOLDER.parse(settings(env)['DATA_FOLDER']));
}

/** What is set to something: a variable of nothing but spaces counts as not set. */
function settings(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const known = VARIABLES.map(({ name }) => [name, env[name]?.trim() ?? ''] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== ''));
}

function configOf(env: Environment): Config {
  const dataFolder = resolve(env.DATA_FOLDER);
  const cookieSecret = env.COOKIE_SECRET ?? keptSecret(join(dataFolder, 'cookie-secret'));
  const payments = paymentsConfig(env, dataFolder, cookieSecret);
  const publicUrl = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://localhost:${env.PORT}`;
  return {
    appName: env.APP_NAME,
    email: env.EMAIL,
    ownerEmail: env.OWNER_EMAIL ?? env.EMAIL,
    phone: env.PHONE ?? null,
    showPhone: env.SHOW_PHONE,
    socialLinks: env.SOCIAL_LINKS,
    timeZone: env.TIME_ZONE,
    bookingWindowDays: env.BOOKING_WINDOW_DAYS,
    port: env.PORT,
    host: env.HOST ?? '127.0.0.1',
    publicUrl,
    anyHost: env.NODE_ENV !== 'production',
    hosts: hostsOf(env, publicUrl),
    trustedProxy: env.TRUSTED_PROXY ?? null,
    rateLimit: env.RATE_LIMIT,
    showsComponents: env.NODE_ENV !== 'production',
    dataFolder,
    cookieSecret,
    setupToken: env.SETUP_TOKEN ?? null,
    logLevel: env.LOG_LEVEL,
    // A payment provider of the real world lives in real time.
    clock: payments.kind === 'sandbox' ? { kind: 'movable', file: join(dataFolder, 'clock.json') } : { kind: 'system' },
    mail: {
      from: env.RESEND_FROM,
      ...(env.RESEND_API_KEY
        ? { kind: 'resend', apiKey: env.RESEND_API_KEY }
        : { kind: 'mailbox', folder: join(dataFolder, 'mailbox') }),
    },
    payments,
    objectStorage: objectStorage(env),
  };
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** In production the public name alone; locally this machine's own too, and its addresses when it listens to others. */
function hostsOf({ NODE_ENV, HOST: host = '127.0.0.1' }: Environment, publicUrl: string): Hosts {
  const { hostname } = new URL(publicUrl);
  if (NODE_ENV === 'production') return { names: new Set([hostname]), anyAddress: false };
  const isOpen = host !== '::1' && !LOOPBACK.includes(host);
  return { names: new Set([hostname, ...LOOPBACK, host.toLowerCase()]), anyAddress: isOpen };
}

function objectStorage(env: Environment): ObjectStorage | null {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_BUCKET: bucket } = env;
  if (!accessKeyId || !secretAccessKey || !bucket) return null;
  return {
    endpoint: env.S3_ENDPOINT ?? null,
    region: env.S3_REGION,
    accessKeyId,
    secretAccessKey,
    bucket,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    publicUrl: env.S3_PUBLIC_URL ?? null,
  };
}
