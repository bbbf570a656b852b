import { hash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { AppRpc } from '#shared/calls/contract.ts';
import { matchesETag, weakETag } from '../http/responses.ts';
import { acceptsCoding, compressWhole, chooseCoding } from '../middleware/compression.ts';
import { type Outside, cachedPagePolicy } from '../middleware/security-headers.ts';
import { type Calendar, type PublicPage, publicPageAt } from './public-pages.ts';
import type { PageRequest } from './render-page.tsx';

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_RESULTS = 100;
const MINUTE_MS = 60_000;

/** Stands where each visitor's form gets its own idempotency key. Random, so that no visitor can type it into an address. */
const KEY_PLACEHOLDER = randomUUID();

/** In each ETag, because another build or other settings may render other pages. */
const STARTUP_ID = randomUUID();

const BROTLI_PARAMS = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};
const compressBrotli = promisify(brotliCompress);
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

interface CachedPage {
  readonly html: Buffer<ArrayBuffer>;
  /** Where the placeholder is; null for a page without a form. */
  readonly keyOffset: number | null;
  /** Null for a page with such a key: it is compressed for each request. */
  readonly brotli: Buffer<ArrayBuffer> | null;
  readonly policy: string;
}

type Render = () => Promise<CachedPage | undefined>;

interface CallResult {
  readonly value: unknown;
  readonly digest: string;
}

export interface PageCacheParts {
  readonly renderPage: (page: PageRequest) => Promise<Response>;
  readonly publicUrl: string;
  readonly clock: { now(): number };
  readonly liveAvailability: { readonly changes: number };
  readonly vary: string;
}

export interface PageToSend {
  readonly page: Omit<PageRequest, 'rpc' | 'nonce'>;
  readonly makeCalls: () => AppRpc;
  readonly outside: Outside;
  readonly cacheControl: string;
}

/** For visitors without a sign-in session, a hold or a flash message. Concurrent requests share one rendering. */
export class PageCache {
  readonly #parts: PageCacheParts;
  readonly #pages = new LRUCache<string, CachedPage, Render>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ html, brotli }) => html.length + (brotli?.length ?? 0),
    fetchMethod: (_key, _old, { context: render }) => render(),
    ignoreFetchAbort: true,
  });

  readonly #results = new LRUCache<string, CallResult, () => Promise<unknown>>({
    max: MOST_RESULTS,
    fetchMethod: async (_key, _old, { context: call }) => {
      const value = await call();
      return { value, digest: hash('sha256', JSON.stringify(value), 'base64url') };
    },
    ignoreFetchAbort: true,
  });

  constructor(parts: PageCacheParts) {
    this.#parts = parts;
  }

  /** Null for a page that is rendered for each visitor, or if rendering failed. */
  async respond(c: Context, toSend: PageToSend): Promise<Response | null> {
    const { path, url } = c.req;
    const query = url.indexOf('?');
    const page = publicPageAt(path, query < 0 ? '' : url.slice(query));
    if (!page) return null;
    const { cacheControl, makeCalls } = toSend;
    const asked: Promise<CallResult>[] = [];
    const calendar = this.#calendarNow(makeCalls, asked);
    // Reading fills `asked`.
    const results = await page
      .readCalendar(calendar)
      .then(() => Promise.all(asked))
      .catch(() => null);
    if (!results) return null;
    const { tagManager, prices } = toSend.page.site;
    const key = [
      page.address,
      tagManager?.consent ?? '',
      JSON.stringify(prices),
      ...results.map(({ digest }) => digest),
    ].join(' ');
    const etag = page.hasPostKey || page.status !== 200 ? null : weakETag(STARTUP_ID + key);
    const headers = { 'cache-control': cacheControl, vary: this.#parts.vary, ...(etag !== null && { etag }) };
    if (etag !== null && matchesETag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
    const context = () => this.#renderForAll(page, toSend, { ...makeCalls(), ...calendar });
    const cached = await this.#pages.fetch(key, { context });
    return cached ? sendPage(c, cached, { status: page.status, headers }) : null;
  }

  /** Computed once for all pages until a day's availability changes or a minute ends. Adds each result to `asked`. */
  #calendarNow(makeCalls: () => AppRpc, asked: Promise<CallResult>[]): Calendar {
    const { clock, liveAvailability } = this.#parts;
    const asOf = `${liveAvailability.changes} ${Math.floor(clock.now() / MINUTE_MS)}`;
    const ask = async <Value>(input: string, call: () => Promise<Value>) => {
      const result = this.#results.forceFetch(`${asOf} ${input}`, { context: call });
      asked.push(result);
      return (await result).value as Value;
    };
    return {
      availability: () => ask('all', () => makeCalls().availability()),
      nextOpen: () => ask('next', () => makeCalls().nextOpen()),
    };
  }

  /** With a request of its own, because a visitor who leaves would abort the rendering. */
  async #renderForAll(
    { address, status, hasPostKey }: PublicPage,
    { page, outside: { payOrigin, ...outside } }: PageToSend,
    rpc: AppRpc,
  ): Promise<CachedPage | undefined> {
    const { renderPage, publicUrl } = this.#parts;
    // Of a browser, because robots get a page without streaming.
    const request = new Request(publicUrl + address, { headers: { 'user-agent': 'Mozilla/5.0' } });
    const response = await renderPage({ ...page, request, whenShown: null, newKey: () => KEY_PLACEHOLDER, rpc });
    const html = Buffer.from(await response.arrayBuffer());
    const keyOffset = html.indexOf(KEY_PLACEHOLDER);
    if (response.status !== status || keyOffset >= 0 !== hasPostKey) return undefined;
    const scripts = [...html.toString().matchAll(INLINE_SCRIPT)].map(([, script]) => script ?? '');
    return {
      html,
      keyOffset: hasPostKey ? keyOffset : null,
      brotli: hasPostKey ? null : await compressBrotli(html, { params: BROTLI_PARAMS }),
      policy: cachedPagePolicy(scripts, { ...outside, payOrigin: hasPostKey ? payOrigin : null }),
    };
  }
}

function encodePage(c: Context, { html, keyOffset, brotli }: CachedPage) {
  if (brotli !== null && acceptsCoding(c, 'br')) return { bytes: brotli, coding: 'br' };
  const coding = chooseCoding(c);
  // In place, because copies of this size keep the garbage collector busy. Compression is synchronous, so no request sees another one's key.
  if (keyOffset !== null) html.write(randomUUID(), keyOffset, 'latin1');
  if (coding !== null) return { bytes: compressWhole(html, coding), coding };
  return { bytes: keyOffset === null ? html : Buffer.from(html), coding };
}

function sendPage(
  c: Context,
  page: CachedPage,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): Response {
  const { bytes, coding } = encodePage(c, page);
  const sent = {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    'content-length': String(bytes.length),
    ...(coding !== null && { 'content-encoding': coding }),
  };
  return new Response(bytes, { status, headers: sent });
}
