import type { Legal } from '#shared/business/legal.ts';
import type { DatabaseLocation } from '#db/admin-database.ts';
import { join, resolve } from 'node:path';
import {
  type MailConfig,
  type ObjectStorageConfig,
  type PaymentsConfig,
  type WebhooksConfig,
  mailConfig,
  objectStorageConfig,
  paymentsConfig,
  webhookProblems,
  webhooksConfig,
} from './config-adapters.ts';
import { SETTINGS } from './config-variables.ts';
import { type Secrets, localSecret, rotationProblems, secretsOf } from './secrets.ts';
import { type Settings, given, readSettings } from './read-settings.ts';
import { toFatalError } from '#db/fatal-error.ts';
import { readEnvironment } from './environment.ts';

export interface Hosts {
  /** Names and addresses without a port, in lower case; IPv6 in brackets. */
  readonly names: ReadonlySet<string>;
  /** DNS rebinding can't produce a numeric address. */
  readonly allowsIpHosts: boolean;
  readonly redirected: ReadonlySet<string>;
}

interface Derived {
  readonly ownerEmail: string;
  readonly legal: Legal;
  readonly publicUrl: string;
  readonly isProduction: boolean;
  /** Whether visitors may use other names than `publicUrl`, such as `127.0.0.1`. */
  readonly allowsOtherOrigins: boolean;
  readonly hosts: Hosts;
  readonly dataFolder: string;
  readonly database: DatabaseLocation;
  readonly cookieSecrets: Secrets;
  readonly clock: { readonly kind: 'movable'; readonly file: string } | { readonly kind: 'system' };
  readonly mail: MailConfig;
  readonly payments: PaymentsConfig;
  readonly webhooks: WebhooksConfig;
  readonly objectStorage: ObjectStorageConfig;
}

const DERIVED_ONLY = [
  'databaseUrl',
  'nodeEnv',
  'redirectHosts',
  'legalName',
  'businessAddress',
  'contractorLicense',
  'webhookUrl',
  'cookieSecret',
  'resend',
  'stripe',
  'svix',
  's3',
] as const;
type DerivedOnly = `${(typeof DERIVED_ONLY)[number]}${string}`;

/** `kind` names the adapter of a port. */
export interface Config extends Omit<Settings, DerivedOnly | keyof Derived>, Derived {}

export type LogLevel = Config['logLevel'];

/** Every problem, a line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The configuration has problems:', ...problems.map((problem) => `- ${problem}`)].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Without variables, everything runs on this machine (SPEC.md sections 3 and 5). Throws `ConfigError`. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { settings, problems } = readSettings(env);
  const texts = given(env);
  const all = [
    ...problems,
    ...rotationProblems(texts),
    ...webhookProblems(texts),
    ...proxyProblems(env),
    ...databaseProblems(env),
  ];
  if (all.length > 0) throw new ConfigError(all);
  if (settings.metricsPort === settings.port) throw new ConfigError(['METRICS_PORT must differ from PORT']);
  const config = configOf(settings);
  if (config.hosts.redirected.has(new URL(config.publicUrl).hostname))
    throw new ConfigError(['REDIRECT_HOSTS must not contain the host of PUBLIC_URL']);
  return config;
}

function proxyProblems({ NODE_ENV, FLY_APP_NAME, TRUSTED_PROXY }: Parameters<typeof loadConfig>[0]): string[] {
  if (NODE_ENV !== 'production' || !FLY_APP_NAME || TRUSTED_PROXY === 'fly') return [];
  return ['TRUSTED_PROXY must be fly where FLY_APP_NAME is set, because limits would count all visitors as one'];
}

/** An empty DATABASE_URL, such as an unset secret, would open the file in `DATA_FOLDER` and sell sold days. */
function databaseProblems({ DATABASE_URL }: Parameters<typeof loadConfig>[0]): string[] {
  return DATABASE_URL?.trim() === ''
    ? ['DATABASE_URL must not be empty: remove it to use the database in DATA_FOLDER']
    : [];
}

/** Throws `ConfigError`. */
export function databaseOf(env: Readonly<Record<string, string | undefined>>): DatabaseLocation {
  const url = given(env)['DATABASE_URL'];
  const parsed = SETTINGS.DATABASE_URL.schema.optional().safeParse(url);
  const problems = [
    ...databaseProblems(env),
    ...(parsed.error?.issues ?? []).map(({ message }) => `DATABASE_URL ${message}`),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return { folder: dataFolderOf(env), url: url ?? null };
}

export function dataFolderOf(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(given(env)['DATA_FOLDER'] ?? SETTINGS.DATA_FOLDER.default);
}

function configOf(settings: Settings): Config {
  const { nodeEnv, port, host, email } = settings;
  const own = Object.entries(settings).filter(([name]) => !DERIVED_ONLY.some((start) => name.startsWith(start)));
  const dataFolder = resolve(settings.dataFolder);
  const cookieSecret = settings.cookieSecret ?? localSecret(join(dataFolder, 'cookie-secret'));
  const cookieSecrets = secretsOf(cookieSecret, settings.cookieSecretPrevious);
  const payments = paymentsConfig(settings, cookieSecrets);
  // Visitors and certificates name the host without the final dot.
  const publicUrl = new URL(settings.publicUrl ?? `http://localhost:${port}`).origin.replace(/\.(?=(?::\d+)?$)/, '');
  const isProduction = nodeEnv === 'production';
  const derived: Derived = {
    ownerEmail: settings.ownerEmail ?? email,
    legal: legalOf(settings),
    publicUrl,
    isProduction,
    // Over HTTPS the site has one origin, also in development.
    allowsOtherOrigins: !isProduction && publicUrl.startsWith('http:'),
    hosts: { ...hostsOf(host, publicUrl, isProduction), redirected: new Set(settings.redirectHosts) },
    dataFolder,
    database: { folder: dataFolder, url: settings.databaseUrl },
    cookieSecrets,
    clock: payments.kind === 'sandbox' ? { kind: 'movable', file: join(dataFolder, 'clock.json') } : { kind: 'system' },
    mail: mailConfig(settings, dataFolder, cookieSecrets),
    payments,
    webhooks: webhooksConfig(settings, dataFolder),
    objectStorage: objectStorageConfig(settings, dataFolder, cookieSecrets),
  };
  return { ...(Object.fromEntries(own) as unknown as Omit<Settings, DerivedOnly>), ...derived };
}

function legalOf({ legalName, businessAddress: address, contractorLicense: license }: Settings): Legal {
  return { seller: legalName !== null && address !== null ? { legalName, address } : null, license };
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Locally also this machine's names, and its addresses if it listens on other interfaces. */
function hostsOf(host: string, publicUrl: string, isProduction: boolean): Omit<Hosts, 'redirected'> {
  const { hostname } = new URL(publicUrl);
  if (isProduction) return { names: new Set([hostname]), allowsIpHosts: false };
  const isOpen = host !== '::1' && !LOOPBACK.includes(host);
  return { names: new Set([hostname, ...LOOPBACK, host.toLowerCase()]), allowsIpHosts: isOpen };
}

/** Prints one line for an error that an operator can fix, and a stack for a bug. */
export function exitWithFailure(error: unknown): never {
  const failure = error instanceof ConfigError ? error : toFatalError(error);
  if (failure === null) throw error;
  process.stderr.write(`${failure.message}\n`);
  process.exit(1);
}

export function readConfig(): Config {
  try {
    return loadConfig(readEnvironment());
  } catch (error) {
    return exitWithFailure(error);
  }
}
