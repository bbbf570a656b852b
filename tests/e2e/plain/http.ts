import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CookieJar } from './cookie-jar.ts';

export interface Sent {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A response with its whole body. */
export class Answer {
  /** The last request, after all redirects. */
  readonly request: Sent;
  readonly body: string;
  readonly #message: IncomingMessage;

  constructor(request: Sent, message: IncomingMessage, body: string) {
    this.request = request;
    this.#message = message;
    this.body = body;
  }

  /** The address of the page: a form may be answered with another page than the address it was posted to. */
  get url(): URL {
    const page = this.headers()['content-location'];
    return page === undefined ? this.request.url : new URL(page, this.request.url);
  }

  status(): number {
    return this.#message.statusCode ?? 0;
  }

  headers(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.#message.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    );
  }

  async text(): Promise<string> {
    return this.body;
  }
}

/** What a headless shell sends with every request. `fetch` does not let a caller set all of these. */
const LIKE_CHROMIUM = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
  'accept-language': 'en-US',
} as const;

const MOST_REDIRECTS = 20;

const agent = new Agent({ keepAlive: true });

/** Sends one request with the cookies of the jar, and keeps those of the response. */
async function sendOnce(sent: Sent, jar: CookieJar): Promise<Answer> {
  const { url, method, headers, body } = sent;
  const cookie = jar.header(url);
  const outgoing = request(url, {
    method,
    agent,
    headers: { ...LIKE_CHROMIUM, ...headers, ...(cookie === '' ? {} : { cookie }) },
  });
  outgoing.end(body ?? undefined);
  const [message]: IncomingMessage[] = await once(outgoing, 'response');
  assert.ok(message);
  for (const line of message.headers['set-cookie'] ?? []) jar.set(line, url);
  return new Answer(sent, message, await text(message));
}

/** Sends a request and follows redirects as a browser does: 307 and 308 keep the method, the others lead to a `GET`. */
export async function send(sent: Sent, jar: CookieJar): Promise<Answer> {
  let next = sent;
  for (let count = 0; count <= MOST_REDIRECTS; count++) {
    const answer = await sendOnce(next, jar);
    const { location } = answer.headers();
    const status = answer.status();
    if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return answer;
    const url = new URL(location, next.url);
    if (url.hash === '') url.hash = next.url.hash;
    assert.equal(url.origin, sent.url.origin, `a redirect leads to another site: ${url.href}`);
    const isKept = status === 307 || status === 308 || next.method === 'GET';
    next = isKept ? { ...next, url } : { url, method: 'GET', headers: withoutBody(next.headers), body: null };
  }
  throw new Error(`too many redirects from ${sent.url.href}`);
}

function withoutBody(headers: Sent['headers']): Sent['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !['content-type', 'origin'].includes(name)));
}
