import type { Legal } from '#shared/business/legal.ts';
import type { DatabaseLocation } from '#db/store.ts';
import { join, resolve } from 'node:path';
import { SETTINGS } from './config-variables.ts';
import { type Secrets, deriveSecrets, localSecret, secretsOf } from './secrets.ts';
import { type Environment, type Settings, given, readEnvironment, readSettings } from './read-settings.ts';
import { toFatalError } from '#db/fatal-error.ts';

export interface Hosts {
  /** Names and addresses without a port, in lower case; IPv6 in brackets. */
  readonly names: ReadonlySet<string>;
  /** DNS rebinding can't produce a numeric address. */
  readonly allowsIpHosts: boolean;
  readonly redirected: ReadonlySet<string>;
}

type PaymentsConfig =
  | { readonly kind: 'sandbox'; readonly webhookSecrets: Secrets }
  | { readonly kind: 'stripe'; readonly secretKey: string; readonly webhookSecrets: Secrets; readonly isLive: boolean };

type WebhooksConfig =
  | {
      readonly kind: 'svix';
      readonly token: string;
      readonly serverUrl: string | null;
      readonly application: { readonly uid: string; readonly name: string };
    }
  | { readonly kind: 'local'; readonly url: string | null }
  | { readonly kind: 'none' };

type MailConfig = { readonly from: string; readonly webhookSecrets: Secrets } & (
  | { readonly kind: 'mailbox'; readonly folder: string }
  | { readonly kind: 'resend'; readonly apiKey: string }
);

export type ObjectStorageConfig =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly endpoint: string | null;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly bucket: string;
      readonly forcePathStyle: boolean;
    };

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

/** `kind` names the adapter of a port. */
export interface Config extends Omit<Settings, keyof Derived>, Derived {}

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
export function loadConfig(env: Environment): Config {
  const { settings, problems } = readSettings(env);
  const all = [...problems, ...conflicts(env)];
  if (all.length > 0) throw new ConfigError(all);
  const config = configOf(settings);
  if (config.hosts.redirected.has(new URL(config.publicUrl).hostname))
    throw new ConfigError(['REDIRECT_HOSTS must not contain the host of PUBLIC_URL']);
  return config;
}

/** Settings that are valid alone, but not together. */
function conflicts(env: Environment): string[] {
  const texts = given(env);
  const { NODE_ENV, TRUSTED_PROXY, SVIX_TOKEN, WEBHOOK_URL, METRICS_PORT, PORT = SETTINGS.PORT.default } = texts;
  const isOnFly = NODE_ENV === 'production' && Boolean(env['FLY_APP_NAME']);
  const found: readonly Conflict[] = [
    ...Object.keys(texts)
      .filter((name) => name.endsWith('_PREVIOUS'))
      .flatMap((name) => rotationConflicts(name, texts)),
    [
      SVIX_TOKEN !== undefined && WEBHOOK_URL !== undefined,
      'WEBHOOK_URL must not be set with SVIX_TOKEN: add it as an endpoint at Svix',
    ],
    [
      isOnFly && TRUSTED_PROXY !== 'fly',
      'TRUSTED_PROXY must be fly where FLY_APP_NAME is set, because limits would count all visitors as one',
    ],
    // As of an unset secret: the server would open the file in `DATA_FOLDER` and sell sold days.
    [env['DATABASE_URL']?.trim() === '', EMPTY_DATABASE_URL],
    [METRICS_PORT === PORT, 'METRICS_PORT must differ from PORT'],
  ];
  return found.flatMap(([isFound, problem]) => (isFound ? [problem] : []));
}

type Conflict = readonly [isFound: boolean, problem: string];

/** `previous`: a name such as COOKIE_SECRET_PREVIOUS. */
function rotationConflicts(previous: string, texts: Readonly<Record<string, string>>): readonly Conflict[] {
  const current = previous.slice(0, -'_PREVIOUS'.length);
  return [
    [texts[current] === undefined, `${previous} must be set with ${current}`],
    [texts[current] === texts[previous], `${previous} must differ from ${current}: it is the secret before that one`],
  ];
}

const EMPTY_DATABASE_URL = 'DATABASE_URL must not be empty: remove it to use the database in DATA_FOLDER';

/** Throws `ConfigError`. */
export function databaseOf(env: Environment): DatabaseLocation {
  const text = env['DATABASE_URL']?.trim();
  if (text === '') throw new ConfigError([EMPTY_DATABASE_URL]);
  const { data: url = null, error } = SETTINGS.DATABASE_URL.schema.optional().safeParse(text);
  if (error) throw new ConfigError(error.issues.map(({ message }) => `DATABASE_URL ${message}`));
  return { folder: dataFolderOf(env), url };
}

export function dataFolderOf(env: Environment): string {
  return resolve(given(env)['DATA_FOLDER'] ?? SETTINGS.DATA_FOLDER.default);
}

function configOf(settings: Settings): Config {
  const { nodeEnv, port, host, email, legalName, businessAddress: address } = settings;
  const dataFolder = resolve(settings.dataFolder);
  const cookieSecret = settings.cookieSecret ?? localSecret(join(dataFolder, 'cookie-secret'));
  const cookieSecrets = secretsOf(cookieSecret, settings.cookieSecretPrevious);
  const payments = paymentsConfig(settings, cookieSecrets);
  // Visitors and certificates name the host without the final dot.
  const publicUrl = new URL(settings.publicUrl ?? `http://localhost:${port}`).origin.replace(/\.(?=(?::\d+)?$)/, '');
  const isProduction = nodeEnv === 'production';
  return {
    ...settings,
    ownerEmail: settings.ownerEmail ?? email,
    legal: {
      seller: legalName !== null && address !== null ? { legalName, address } : null,
      license: settings.contractorLicense,
    },
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
    webhooks: webhooksConfig(settings),
    objectStorage: objectStorageConfig(settings, dataFolder),
  };
}

const LIVE_KEY = /^[rs]k_live_/;

function paymentsConfig(
  { stripeSecretKey: secretKey, stripeWebhookSecret: secret, stripeWebhookSecretPrevious: previous }: Settings,
  cookieSecrets: Secrets,
): PaymentsConfig {
  if (!secretKey || !secret)
    return { kind: 'sandbox', webhookSecrets: deriveSecrets(cookieSecrets, 'sandbox webhooks') };
  const webhookSecrets = secretsOf(secret, previous);
  return { kind: 'stripe', secretKey, webhookSecrets, isLive: LIVE_KEY.test(secretKey) };
}

function webhooksConfig(settings: Settings): WebhooksConfig {
  const { svixToken: token, svixServerUrl: serverUrl, svixAppUid: uid, svixAppName, webhookUrl: url } = settings;
  if (token !== null) {
    return { kind: 'svix', token, serverUrl, application: { uid, name: svixAppName ?? settings.appName } };
  }
  if (settings.nodeEnv === 'production') return { kind: 'none' };
  return { kind: 'local', url };
}

function mailConfig(settings: Settings, dataFolder: string, cookieSecrets: Secrets): MailConfig {
  const { resendFrom: from, resendApiKey: apiKey, resendWebhookSecret: secret } = settings;
  if (apiKey !== null && secret !== null)
    return { kind: 'resend', from, apiKey, webhookSecrets: secretsOf(secret, settings.resendWebhookSecretPrevious) };
  const webhookSecrets = deriveSecrets(cookieSecrets, 'mailbox webhooks');
  return { kind: 'mailbox', from, folder: join(dataFolder, 'mailbox'), webhookSecrets };
}

function objectStorageConfig(settings: Settings, dataFolder: string): ObjectStorageConfig {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey, s3Bucket: bucket } = settings;
  if (accessKeyId === null || secretAccessKey === null || bucket === null)
    return { kind: 'folder', folder: join(dataFolder, 'objects') };
  return {
    kind: 's3',
    endpoint: settings.s3Endpoint,
    region: settings.s3Region,
    accessKeyId,
    secretAccessKey,
    bucket,
    forcePathStyle: settings.s3ForcePathStyle,
  };
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
