/** A browser without script for tests: speaks HTTP to the product, and reads its pages without rendering them. */
import assert from 'node:assert/strict';
import type { AnyContext, AnyPage, AnyRequests, AnyResponse, Cookie, RoleOptions, TextOptions } from '../any-page.ts';
import { CookieJar } from './cookie-jar.ts';
import { type DisplayRule, type Viewport, displayRules } from './display-rules.ts';
import { PlainDocument } from './document.ts';
import { type Answer, type Sent, send } from './http.ts';
import { PlainLocator } from './locator.ts';
import type { Words } from './text.ts';

const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'upgrade-insecure-requests': '1',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
} as const;

export interface PlainOptions {
  readonly baseURL: string;
  readonly viewport: Viewport;
  /** Takes what a browser's console would say about a response. */
  readonly complain: (complaint: string) => void;
}

/** The cookies of one browser, and its pages. */
export class PlainContext implements AnyContext {
  readonly jar = new CookieJar();
  #headers: Sent['headers'] = {};
  readonly options: PlainOptions;

  constructor(options: PlainOptions) {
    this.options = options;
  }

  readonly request: AnyRequests = {
    get: (path) => this.#call(path, 'GET', {}, null),
    post: (path, { data = {}, headers = {} } = {}) =>
      this.#call(path, 'POST', { 'content-type': 'application/json', ...headers }, JSON.stringify(data)),
  };

  async newPage(): Promise<PlainPage> {
    return new PlainPage(this);
  }

  async cookies(): Promise<Cookie[]> {
    return this.jar.all();
  }

  async addCookies(cookies: readonly Cookie[]): Promise<void> {
    for (const cookie of cookies) this.jar.add(cookie);
  }

  async clearCookies({ name }: { name?: string | RegExp } = {}): Promise<void> {
    this.jar.clear(name);
  }

  /** Headers of every request from now on. */
  async setExtraHTTPHeaders(headers: Record<string, string>): Promise<void> {
    this.#headers = headers;
  }

  async close(): Promise<void> {}

  send(sent: Sent): Promise<Answer> {
    return send({ ...sent, headers: { ...sent.headers, ...this.#headers } }, this.jar);
  }

  #call(path: string, method: Sent['method'], headers: Sent['headers'], body: string | null): Promise<Answer> {
    return this.send({ url: new URL(path, this.options.baseURL), method, headers, body });
  }
}

export class PlainPage implements AnyPage {
  readonly #context: PlainContext;
  #document: PlainDocument | null = null;
  #last: Sent | null = null;

  constructor(context: PlainContext) {
    this.#context = context;
  }

  get request(): AnyRequests {
    return this.#context.request;
  }

  context(): PlainContext {
    return this.#context;
  }

  url(): string {
    return this.#document?.url.href ?? 'about:blank';
  }

  async content(): Promise<string> {
    return this.#now().content();
  }

  goto(address: string): Promise<AnyResponse> {
    const url = new URL(address, this.#context.options.baseURL);
    return this.#load({ url, method: 'GET', body: null, headers: { ...NAVIGATION, 'sec-fetch-site': 'none' } });
  }

  async reload(): Promise<AnyResponse> {
    assert.ok(this.#last, 'no page to reload');
    return this.#load(this.#last);
  }

  async waitForURL(wanted: string | RegExp | ((url: URL) => boolean)): Promise<void> {
    const here = new URL(this.url());
    const isThere =
      typeof wanted === 'function'
        ? wanted(here)
        : typeof wanted === 'string'
          ? asPattern(wanted, this.#context.options.baseURL).test(here.href)
          : wanted.test(here.href);
    assert.ok(isThere, `the page is at ${here.href}`);
  }

  getByRole(role: string, options?: RoleOptions): PlainLocator {
    return this.#all().getByRole(role, options);
  }

  getByLabel(text: Words, options?: TextOptions): PlainLocator {
    return this.#all().getByLabel(text, options);
  }

  getByText(text: Words, options?: TextOptions): PlainLocator {
    return this.#all().getByText(text, options);
  }

  locator(selector: string): PlainLocator {
    return this.#all().locator(selector);
  }

  #all(): PlainLocator {
    return new PlainLocator(
      () => this.#now(),
      'page',
      ({ root }) => [root],
    );
  }

  #now(): PlainDocument {
    assert.ok(this.#document, 'no page has been opened');
    return this.#document;
  }

  /** Sends what a link or a form of the page asks for. */
  async #follow({ url, method, body }: Pick<Sent, 'url' | 'method' | 'body'>): Promise<void> {
    const { answer, url: from } = this.#now();
    const policy = answer.headers()['referrer-policy'];
    const referer = policy === 'strict-origin' ? `${from.origin}/` : from.href.replace(/#.*/, '');
    await this.#load({
      url,
      method,
      body,
      headers: {
        ...NAVIGATION,
        'sec-fetch-site': 'same-origin',
        ...(policy !== 'no-referrer' && { referer }),
        ...(method === 'POST' && {
          origin: policy === 'no-referrer' ? 'null' : from.origin,
          'content-type': 'application/x-www-form-urlencoded',
        }),
      },
    });
  }

  async #load(sent: Sent): Promise<AnyResponse> {
    const { options } = this.#context;
    assert.equal(sent.url.origin, new URL(options.baseURL).origin, `another site: ${sent.url.href}`);
    const answer = await this.#context.send(sent);
    const status = answer.status();
    if (status >= 400) {
      options.complain(`Failed to load resource: the server responded with a status of ${status}`);
    }
    // A browser stays where it is when it is given a file, or nothing.
    if (status === 204 || answer.headers()['content-disposition']?.startsWith('attachment')) return answer;
    const rules = await rulesOf(answer, options.viewport);
    this.#document = new PlainDocument(answer, { rules, follow: (request) => this.#follow(request) });
    this.#last = answer.request;
    return answer;
  }
}

const known = new Map<string, Promise<DisplayRule[]>>();

/** The rules of a page's own style sheets, in it or in files. Those are named by their content, so each is read once. */
async function rulesOf({ body, url }: Answer, viewport: Viewport): Promise<DisplayRule[]> {
  const sheets = [...body.matchAll(/<link[^>]*rel="stylesheet"[^>]*>/g)].map(
    ([link]) => /href="([^"]+)"/.exec(link)?.[1],
  );
  const read = sheets.map((href = '') => {
    const key = `${href} ${viewport.width}`;
    const rules = known.get(key) ?? fetchRules(new URL(href, url), viewport);
    known.set(key, rules);
    return rules;
  });
  const inPage = [...body.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css);
  const rules = inPage.map((css) => {
    const key = `${css} ${viewport.width}`;
    const parsed = known.get(key) ?? Promise.resolve(displayRules(css, viewport));
    known.set(key, parsed);
    return parsed;
  });
  return (await Promise.all([...read, ...rules])).flat();
}

async function fetchRules(url: URL, viewport: Viewport): Promise<DisplayRule[]> {
  const answer = await send({ url, method: 'GET', headers: {}, body: null }, new CookieJar());
  assert.equal(answer.status(), 200, `no style sheet: ${url.href}`);
  return displayRules(answer.body, viewport);
}

/** The addresses that a string means, with `**` for anything. */
function asPattern(wanted: string, base: string): RegExp {
  const full = wanted.startsWith('*') ? wanted : new URL(wanted, base).href;
  const parts = full.split('**').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`);
}
