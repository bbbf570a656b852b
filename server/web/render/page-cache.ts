/** The cache of public pages. */
import { hash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { AppRpc } from '#shared/calls/contract.ts';
import { matchesETag, weakETag } from '../http/etag.ts';
import { acceptsCoding, packWhole, quickCoding } from '../middleware/compression.ts';
import { type Outside, cachedPagePolicy } from '../middleware/security-headers.ts';
import { type Calendar, type PublicPage, publicPageAt } from './public-pages.ts';
import type { PageRequest } from './render-page.tsx';

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_ANSWERS = 100;
const MINUTE_MS = 60_000;

/** Stands in cached pages for the token of a form. Random, so that no visitor can write it into an address. */
const TOKEN = randomUUID();

/** Part of each ETag: another build, or other settings, may render other pages. */
const START = randomUUID();

const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
const compress = promisify(brotliCompress);
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

interface CachedPage {
  readonly html: Buffer<ArrayBuffer>;
  /** Where the token of its form is; null for a page without one. */
  readonly token: number | null;
  /** Null for a page with a token, which is compressed for each request. */
  readonly brotli: Buffer<ArrayBuffer> | null;
  /** Its content security policy: this site's files, and exactly these inline scripts. */
  readonly policy: string;
}

type Render = () => Promise<CachedPage | undefined>;

interface Answer {
  readonly value: unknown;
  /** A hash of its JSON. */
  readonly digest: string;
}

interface Parts {
  readonly renderPage: (page: PageRequest) => Promise<Response>;
  readonly publicUrl: string;
  readonly clock: { now(): number };
  /** How often availability has changed. */
  readonly liveAvailability: { readonly changes: number };
  /** The `Vary` header of these pages. */
  readonly vary: string;
}

interface Asked {
  readonly page: Omit<PageRequest, 'rpc'>;
  readonly callsOf: () => AppRpc;
  readonly outside: Outside;
  /** What the browser may do with the page. */
  readonly cacheControl: string;
}

/** Rendered pages for visitors without a session, a hold or a notice. Requests at the same time share one rendering. */
export class PageCache {
  readonly #parts: Parts;
  readonly #pages = new LRUCache<string, CachedPage, Render>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ html, brotli }) => html.length + (brotli?.length ?? 0),
    fetchMethod: (_key, _old, { context: render }) => render(),
    // A page that no longer fits into the cache is still a page.
    ignoreFetchAbort: true,
  });

  readonly #answers = new LRUCache<string, Answer, () => Promise<unknown>>({
    max: MOST_ANSWERS,
    fetchMethod: async (_key, _old, { context: call }) => {
      const value = await call();
      return { value, digest: hash('sha256', JSON.stringify(value), 'base64url') };
    },
    ignoreFetchAbort: true,
  });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The page, rendered now unless it is cached; null for a page of each visitor's own, or when rendering failed. */
  async answerRequest(c: Context, asked: Asked): Promise<Response | null> {
    const { path, url } = c.req;
    const query = url.indexOf('?');
    const page = publicPageAt(path, query < 0 ? '' : url.slice(query));
    if (!page) return null;
    const { cacheControl, callsOf } = asked;
    const answers: Promise<Answer>[] = [];
    const calendar = this.#calendarNow(callsOf, answers);
    const shown = await page
      .askShown(calendar)
      .then(() => Promise.all(answers))
      .catch(() => null);
    if (!shown) return null;
    const consent = asked.page.site.tagManager?.consent ?? '';
    const key = [page.address, consent, ...shown.map(({ digest }) => digest)].join(' ');
    const etag = page.hasForm || page.status !== 200 ? null : weakETag(START + key);
    const headers = { 'cache-control': cacheControl, vary: this.#parts.vary, ...(etag !== null && { etag }) };
    // Its browser keeps the policy of the page that it has.
    if (etag !== null && matchesETag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
    const context = () => this.#renderForAll(page, asked, { ...callsOf(), ...calendar });
    const cached = await this.#pages.fetch(key, { context });
    return cached ? sendPage(c, cached, { status: page.status, headers }) : null;
  }

  /**
   * What public pages show of the calendar, computed once for all of them until a day changes or a minute ends. The answers are added to
   * `answers`, in the order in which they were asked for.
   */
  #calendarNow(callsOf: () => AppRpc, answers: Promise<Answer>[]): Calendar {
    const { clock, liveAvailability } = this.#parts;
    // What depends on time changes at whole minutes.
    const asOf = `${liveAvailability.changes} ${Math.floor(clock.now() / MINUTE_MS)}`;
    const ask = async <Value>(input: string, call: () => Promise<Value>) => {
      const answer = this.#answers.forceFetch(`${asOf} ${input}`, { context: call });
      answers.push(answer);
      return (await answer).value as Value;
    };
    return {
      availability: (range) => ask(JSON.stringify(range), () => callsOf().availability(range)),
      nextOpen: () => ask('next', () => callsOf().nextOpen()),
    };
  }

  /** Renders the page for every visitor: not from the request of one of them, whose leaving would end it. */
  async #renderForAll(
    { address, status, hasForm }: PublicPage,
    { page, outside: { payOrigin, ...outside } }: Asked,
    rpc: AppRpc,
  ): Promise<CachedPage | undefined> {
    const { renderPage, publicUrl } = this.#parts;
    const request = new Request(publicUrl + address, { headers: { 'user-agent': 'Mozilla/5.0' } });
    const response = await renderPage({ ...page, request, whenShown: null, newKey: () => TOKEN, rpc });
    const html = Buffer.from(await response.arrayBuffer());
    const token = html.indexOf(TOKEN);
    if (response.status !== status || token >= 0 !== hasForm) return undefined;
    const scripts = [...html.toString().matchAll(INLINE_SCRIPT)].map(([, script]) => script ?? '');
    return {
      html,
      token: hasForm ? token : null,
      brotli: hasForm ? null : await compress(html, { params: QUALITY }),
      policy: cachedPagePolicy(scripts, { ...outside, payOrigin: hasForm ? payOrigin : null }),
    };
  }
}

/** The bytes to send, and their coding. */
function bodyOf(c: Context, { html, token, brotli }: CachedPage) {
  if (brotli !== null && acceptsCoding(c, 'br')) return { bytes: brotli, coding: 'br' };
  const coding = quickCoding(c);
  // In place, because copies of this size keep the garbage collector busy: another request cannot come before the page is compressed.
  if (token !== null) html.write(randomUUID(), token, 'latin1');
  if (coding !== null) return { bytes: packWhole(html, coding), coding };
  return { bytes: token === null ? html : Buffer.from(html), coding };
}

function sendPage(
  c: Context,
  page: CachedPage,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): Response {
  const { bytes, coding } = bodyOf(c, page);
  const sent = {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    'content-length': String(bytes.length),
    ...(coding !== null && { 'content-encoding': coding }),
  };
  return new Response(c.req.method === 'HEAD' ? null : bytes, { status, headers: sent });
}
