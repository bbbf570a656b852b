import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { lruCache } from '../../process/lru-cache.ts';

/** What differs between two answers to like requests. */
interface Fresh {
  readonly body: Uint8Array | null;
  /** Headers that the answer has besides its others. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Says that the answer to this request may be sent to every request like it. */
export interface Repeatable {
  /** Until when: as long as this is what `asOf` returns; null for ever. */
  readonly asOf: string | null;
  /** Makes the answer's own part. */
  readonly fresh: () => Fresh;
}

/** Set by a handler whose answer may be repeated. */
export interface RepeatVariables {
  repeatable?: Repeatable;
}

interface Kept extends Repeatable {
  readonly status: number;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  readonly path: string;
}

/** A repeated answer, for the log. */
export interface Repeated {
  readonly request: string;
  readonly path: string;
  readonly status: number;
}

interface KeptAnswersOptions {
  /** Changes whenever an answer may be out of date; null when none may be repeated. */
  readonly asOf: () => string | null;
  readonly onRepeated: (answer: Repeated) => void;
}

/** Those asked for last. Most share their bytes with the pages and files that are kept anyway; one of the booking page may keep 100 kB. */
const MOST = 128;
/** Longer keys are not kept: browsers send 100 to 200 characters. */
const LONGEST_KEY = 600;

const REQUEST_ID = 'x-request-id';
const HOST = 'host';

/** Node joins no second `Host`, and shows the first one alone. */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts === 1;
}

/**
 * What an answer may depend on, with everything that a visitor has of their own left out: null for a request that has any of it, or a body.
 */
function keyOf(request: IncomingMessage): string | null {
  const { method, url = '', headers } = request;
  const { host, cookie, 'content-length': length, 'accept-encoding': coding, 'if-none-match': version } = headers;
  if (method !== 'GET' || host === undefined || cookie !== undefined || length !== undefined) return null;
  if (headers['sec-gpc'] !== undefined || !hasOneHost(request)) return null;
  const key = `${url}\n${host}\n${coding ?? ''}\n${version ?? ''}`;
  return key.length > LONGEST_KEY ? null : key;
}

/**
 * Answers that are the same for like requests: of visitors who have nothing of their own, for the same address and coding. They are sent
 * again without passing the application.
 */
export class KeptAnswers {
  readonly #answers = lruCache<Kept>(MOST);
  readonly #options: KeptAnswersOptions;

  constructor(options: KeptAnswersOptions) {
    this.#options = options;
  }

  /** What answers that are made now depend on; null when none may be repeated. */
  asOf(): string | null {
    return this.#options.asOf();
  }

  /** Answers a request as the last one like it was answered. Returns false when it has to be answered by the application. */
  repeat(request: IncomingMessage, response: ServerResponse): boolean {
    const key = keyOf(request);
    const kept = key === null ? undefined : this.#answers.get(key);
    if (!kept || (kept.asOf !== null && kept.asOf !== this.#options.asOf())) return false;
    const { body, headers = {} } = kept.fresh();
    const id = randomUUID();
    response.writeHead(kept.status, [...kept.headers, ...Object.entries(headers).flat(), REQUEST_ID, id]);
    response.end(body);
    this.#options.onRepeated({ request: id, path: kept.path, status: kept.status });
    return true;
  }

  /** Keeps each answer that says that it may be repeated. The outermost middleware: it sees the headers of all others. */
  readonly keeping: MiddlewareHandler<{ Variables: RepeatVariables; Bindings: Partial<HttpBindings> }> = async (
    c,
    next,
  ) => {
    await next();
    const repeatable = c.get('repeatable');
    // Tests call the application without a server.
    const key = repeatable && c.env?.incoming ? keyOf(c.env.incoming) : null;
    if (!repeatable || key === null || c.res.headers.has('set-cookie')) return;
    const { body, headers: own = {} } = repeatable.fresh();
    // Not one whose body another middleware has changed.
    if (Number(c.res.headers.get('content-length') ?? 0) !== (body?.length ?? 0)) return;
    const others = [...c.res.headers].filter(([name]) => name !== REQUEST_ID && !(name in own));
    this.#answers.set(key, { ...repeatable, status: c.res.status, headers: others.flat(), path: c.req.path });
  };
}
