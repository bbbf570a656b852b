/** The cache of public pages. */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { AppRpc } from '#shared/calls/contract.ts';
import { matchesETag, weakETag } from '../http/etag.ts';
import { acceptsCoding, packWhole, quickCoding } from '../middleware/compression.ts';
import { type Outside, cachedPagePolicy } from '../middleware/security-headers.ts';
import { type PublicPage, publicPageAt } from './public-pages.ts';
import type { PageRequest } from './render-page.tsx';
import { type AnswerSources, SharedAnswers, withAnswers } from './shared-answers.ts';

const MOST_BYTES = 16 * 1024 * 1024;

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

interface Parts extends AnswerSources {
  readonly renderPage: (page: PageRequest) => Promise<Response>;
  readonly publicUrl: string;
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
  readonly #answers: SharedAnswers;
  readonly #pages = new LRUCache<string, CachedPage, Render>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ html, brotli }) => html.length + (brotli?.length ?? 0),
    fetchMethod: (_key, _old, { context: render }) => render(),
    // A page that no longer fits into the cache is still a page.
    ignoreFetchAbort: true,
  });

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#answers = new SharedAnswers(parts);
  }

  /** The page, rendered now unless it is cached; null for a page of each visitor's own, or when rendering failed. */
  async answerRequest(c: Context, asked: Asked): Promise<Response | null> {
    const { path, url } = c.req;
    const query = url.indexOf('?');
    const page = publicPageAt(path, query < 0 ? '' : url.slice(query));
    if (!page) return null;
    const { cacheControl, callsOf } = asked;
    const ask = this.#answers.askNow(callsOf);
    const shown = await page.askShown(ask).catch(() => null);
    if (!shown) return null;
    const consent = asked.page.site.tagManager?.consent ?? '';
    const key = [page.address, consent, ...shown.map(({ digest }) => digest)].join(' ');
    const etag = page.hasForm || page.status !== 200 ? null : weakETag(START + key);
    const headers = { 'cache-control': cacheControl, vary: this.#parts.vary, ...(etag !== null && { etag }) };
    // Its browser keeps the policy of the page that it has.
    if (etag !== null && matchesETag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
    const context = () => this.#renderForAll(page, asked, withAnswers(callsOf(), ask));
    const cached = await this.#pages.fetch(key, { context });
    return cached ? sendPage(c, cached, { status: page.status, headers }) : null;
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
