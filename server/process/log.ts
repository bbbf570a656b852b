import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';
import { openOutput } from './log-output.ts';

/** The product's log: one JSON object a line, first the facts, then the message. */
export type Log = Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'> & {
  /** Returns a log that adds these facts to each line. */
  child(facts: Record<string, unknown>): Log;
};

/** Keys whose values are never logged, at any depth. */
const PRIVATE: ReadonlySet<string> = new Set(
  (
    'name email phone address notes to personal details html text body ' +
    'password secret token authorization cookie apiKey'
  ).split(' '),
);

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** A run of 40 characters or more may be a token. This site's ids are shorter. */
const TOKEN = /[\w-]{40,}/g;

/** Removes email addresses and query strings from text of other programs. */
function scrub(text: string): string {
  return text.replaceAll(ADDRESS, '[address]').replaceAll(/\?\S+/g, '?[query]');
}

/** Facts without private values. Errors aren't changed, because their serializer selects what is logged. */
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

/** The logged part of an error. Its other properties may contain personal data. */
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

/** The path of a request for the log: without its query, and without anything that could be a token. */
export function loggablePath(path: string): string {
  return path
    .replace(/[?#].*$/s, '')
    .replaceAll(TOKEN, '[token]')
    .slice(0, 200);
}

interface LogOptions {
  readonly level: LogLevel;
  /** Standard output by default. */
  readonly to?: DestinationStream;
}

/** Opens the log. */
export function createLog({ level, to }: LogOptions): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }), log: withoutPrivate, bindings: withoutPrivate },
    serializers: { err: (error: unknown) => loggedError(error) },
  };
  if (to) return pino(options, to);
  const output = openOutput(1);
  const log = pino(options, output.stream);
  output.onRoomAgain((lines) => log.warn({ lines }, 'log lines dropped'));
  return log;
}
