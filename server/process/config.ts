import { join, resolve } from 'node:path';
import { type PaymentsConfig, paymentsConfig, stripeProblems } from './config-payments.ts';
import { SETTINGS } from './config-variables.ts';
import { keptSecret } from './kept-secret.ts';
import { type Settings, given, readSettings } from './read-settings.ts';

/** The names under which the site may be asked for. */
export interface Hosts {
  /** Names and addresses without a port, in lower case; IPv6 in brackets. */
  readonly names: ReadonlySet<string>;
  /** Whether any numeric address will do: no other site's name can be made to point here by that. */
  readonly anyAddress: boolean;
}

/** What follows from several variables, or from one that is not set. */
interface Derived {
  readonly ownerEmail: string;
  /** The site's origin, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether a visitor may use the site under other names than `publicUrl` (`127.0.0.1`, a machine's name). */
  readonly anyHost: boolean;
  /** The names that requests may be meant for. */
  readonly hosts: Hosts;
  /** Whether the site's components can be looked at under `/dev/components`. */
  readonly showsComponents: boolean;
  /** Absolute. */
  readonly dataFolder: string;
  readonly cookieSecret: string;
  readonly clock: { readonly kind: 'movable'; readonly file: string } | { readonly kind: 'system' };
  readonly mail: { readonly from: string } & (
    | { readonly kind: 'mailbox'; readonly folder: string }
    | { readonly kind: 'resend'; readonly apiKey: string }
  );
  readonly payments: PaymentsConfig;
  readonly objectStorage: ObjectStorage | null;
}

/** Variables that only `Derived` tells of. */
type TakenUp = 'nodeEnv' | `resend${string}` | `stripe${string}` | `s3${string}`;
const TAKEN_UP = /^(?:nodeEnv$|resend|stripe|s3)/;

/**
 * Everything the environment decides, decided once: the variables of `SETTINGS` under their names in code, and what is derived from them. Which
 * adapter serves a port stands here as its `kind`.
 */
export interface Config extends Omit<Settings, TakenUp | keyof Derived>, Derived {}

export type LogLevel = Config['logLevel'];

export interface ObjectStorage {
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
  readonly forcePathStyle: boolean;
  readonly publicUrl: string | null;
}

/** The environment cannot be used. The message holds every problem, a line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The configuration has problems:', ...problems.map((problem) => `- ${problem}`)].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the environment (SPEC.md sections 3 and 5). Without any variable everything runs on this machine;
 * `NODE_ENV=production` demands what real services need. Throws `ConfigError` with all problems at once.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { settings, problems } = readSettings(env);
  const all = [...problems, ...stripeProblems(given(env))];
  if (all.length > 0) throw new ConfigError(all);
  return configOf(settings);
}

/** The data folder alone, for command lines that need nothing else of the environment. */
export function dataFolderOf(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(given(env)['DATA_FOLDER'] ?? SETTINGS.DATA_FOLDER.default);
}

function configOf(settings: Settings): Config {
  const { nodeEnv, port, host, email, resendApiKey } = settings;
  const own = Object.entries(settings).filter(([name]) => !TAKEN_UP.test(name));
  const dataFolder = resolve(settings.dataFolder);
  const cookieSecret = settings.cookieSecret ?? keptSecret(join(dataFolder, 'cookie-secret'));
  const payments = paymentsConfig(settings, dataFolder, cookieSecret);
  const publicUrl = settings.publicUrl === null ? `http://localhost:${port}` : new URL(settings.publicUrl).origin;
  const isProduction = nodeEnv === 'production';
  const derived: Derived = {
    ownerEmail: settings.ownerEmail ?? email,
    publicUrl,
    anyHost: !isProduction,
    hosts: hostsOf(host, publicUrl, isProduction),
    showsComponents: !isProduction,
    dataFolder,
    cookieSecret,
    // A payment provider of the real world lives in real time.
    clock: payments.kind === 'sandbox' ? { kind: 'movable', file: join(dataFolder, 'clock.json') } : { kind: 'system' },
    mail: {
      from: settings.resendFrom,
      ...(resendApiKey === null
        ? { kind: 'mailbox', folder: join(dataFolder, 'mailbox') }
        : { kind: 'resend', apiKey: resendApiKey }),
    },
    payments,
    objectStorage: objectStorage(settings),
  };
  return { ...(Object.fromEntries(own) as unknown as Omit<Settings, TakenUp>), ...derived };
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** In production the public name alone; locally this machine's own too, and its addresses when it listens to others. */
function hostsOf(host: string, publicUrl: string, isProduction: boolean): Hosts {
  const { hostname } = new URL(publicUrl);
  if (isProduction) return { names: new Set([hostname]), anyAddress: false };
  const isOpen = host !== '::1' && !LOOPBACK.includes(host);
  return { names: new Set([hostname, ...LOOPBACK, host.toLowerCase()]), anyAddress: isOpen };
}

function objectStorage(settings: Settings): ObjectStorage | null {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey, s3Bucket: bucket } = settings;
  if (accessKeyId === null || secretAccessKey === null || bucket === null) return null;
  return {
    endpoint: settings.s3Endpoint,
    region: settings.s3Region,
    accessKeyId,
    secretAccessKey,
    bucket,
    forcePathStyle: settings.s3ForcePathStyle,
    publicUrl: settings.s3PublicUrl,
  };
}
