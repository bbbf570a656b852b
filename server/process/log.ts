import { type DestinationStream, type Logger, destination, pino } from 'pino';
import type { LogLevel } from './config.ts';

/** Where the product says what it does: a JSON object a line, first the facts, then the message. */
export type Log = Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'> & {
  /** A log that adds these facts to each line. */
  child(facts: Record<string, unknown>): Log;
};

/** Keys whose values never reach the log, at whatever depth a line carries them. */
const PRIVATE: ReadonlySet<string> = new Set(
  (
    'name email phone address notes to personal details html text body ' +
    'password secret token authorization cookie apiKey'
  ).split(' '),
);

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Long enough to be a token: ids of our own are shorter. */
const TOKEN = /[\w-]{40,}/g;

/** Takes email addresses and query strings out of text that we did not write ourselves. */
function scrub(text: string): string {
  return text.replaceAll(ADDRESS, '[address]').replaceAll(/\?\S+/g, '?[query]');
}

/** Facts without what is private. Errors pass: their serializer knows what of them is worth keeping. */
function withoutPrivate(facts: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(facts)) {
    if (PRIVATE.has(key)) kept[key] = '[private]';
    else if (Array.isArray(value)) kept[key] = value.map((each) => (isPlain(each) ? withoutPrivate(each) : each));
    else kept[key] = isPlain(value) ? withoutPrivate(value) : value;
  }
  return kept;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** What of an error is worth keeping; properties of its own may hold anything, so they stay out. */
function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) };
  const { name: type, message, stack, cause } = error;
  return {
    type,
    message: scrub(message),
    ...('code' in error && { code: error.code }),
    ...(stack !== undefined && { stack: scrub(stack) }),
    ...(cause !== undefined && depth < 3 && { cause: loggedError(cause, depth + 1) }),
  };
}

/** The path of a request as the log may have it: without its query, and without what could be a token. */
export function loggablePath(path: string): string {
  return path
    .replace(/[?#].*$/s, '')
    .replaceAll(TOKEN, '[token]')
    .slice(0, 200);
}

/** Opens the log. Lines are gathered and written together, five times a second or sooner, and at exit. */
export function createLog({ level, to }: { level: LogLevel; to?: DestinationStream }): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }), log: withoutPrivate, bindings: withoutPrivate },
    serializers: { err: (error: unknown) => loggedError(error) },
  };
  return to
    ? pino(options, to)
    : pino(options, destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 }));
}
