import { type DestinationStream, type Logger, pino } from 'pino';
import { PERSONAL_FIELDS } from '#shared/booking/booking-fields.ts';
import type { LogLevel } from './config.ts';
import { openOutput } from './log-output.ts';

/** One JSON object a line: facts, then the message. */
export type Log = Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug'> & {
  child(facts: Record<string, unknown>): Log;
};

/** At any depth. */
const PRIVATE: ReadonlySet<string> = new Set(
  (
    `${PERSONAL_FIELDS.join(' ')} to personal details html text body ` +
    'password secret token authorization cookie apiKey'
  ).split(' '),
);

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** May be a token: this site's ids are shorter. */
const TOKEN = /[\w-]{40,}/g;

/** Other programs' text may quote email addresses and query strings. */
function scrub(text: string): string {
  return text.replaceAll(ADDRESS, '[address]').replaceAll(/\?\S+/g, '?[query]');
}

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

export function loggablePath(path: string): string {
  return path
    .replace(/[?#].*$/s, '')
    .replaceAll(TOKEN, '[token]')
    .slice(0, 200);
}

interface LogOptions {
  readonly level: LogLevel;
  readonly to?: DestinationStream;
}

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
