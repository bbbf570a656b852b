import { type DestinationStream, type Logger, destination, pino } from 'pino';
import { PERSONAL_FIELDS } from '#shared/booking/booking-fields.ts';
import type { LogLevel } from './config.ts';

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
  return pino(options, to ?? openOutput(1));
}

/** Further lines are dropped. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024;

/** Under load, one write is completed a turn of the event loop. */
const LARGEST_WRITE_BYTES = 1024 * 1024;

/** How long the process waits for a slow reader at its end. */
const LAST_WRITE_MS = 1000;

/** Flushes five times a second and at exit. A slow reader or a full disk loses lines. */
export function openOutput(fd: number): ReturnType<typeof destination> {
  let isFailing = false;
  let givesUpAt = Infinity;
  const stream = destination({
    dest: fd,
    sync: false,
    minLength: 4096,
    periodicFlush: 200,
    maxLength: MOST_WAITING_BYTES,
    maxWrite: LARGEST_WRITE_BYTES,
    retryEAGAIN: () => performance.now() < givesUpAt,
  });
  stream.on('error', () => (isFailing = true));
  stream.on('write', () => (isFailing = false));
  const flushSync = stream.flushSync.bind(stream);
  // The library's own repeats a failed write endlessly.
  stream.flushSync = () => {
    if (isFailing) return;
    givesUpAt = performance.now() + LAST_WRITE_MS;
    try {
      flushSync();
    } catch {}
  };
  return stream;
}
