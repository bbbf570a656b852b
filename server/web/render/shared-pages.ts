/**
 * Pages that are rendered once for many visitors: documents, which are the same for all, and the booking page and the sign-in page of visitors
 * who have nothing of their own.
 */
import type { Context } from 'hono';
import type { AppRpc } from '#shared/calls/contract.ts';
import { chooseCoding } from '../http/encoding.ts';
import { isKnownVersion } from '../http/known-version.ts';
import type { RequestVariables } from '../middleware/request-log.ts';
import { type Outside, pagePolicy } from '../middleware/security-headers.ts';
import { BLANKS, type BlankPage, newFilling } from './blanks.ts';
import { type CachedPage, CachedPages, DOCUMENTS } from './cached-pages.ts';
import { FilledInPages } from './filled-in-pages.ts';
import type { PageRequest } from './render-page.tsx';

const MINUTE_MS = 60_000;

/** What kept pages are made of, besides their address. */
export interface PageSources {
  readonly clock: { now(): number };
  /** How often availability has changed. */
  readonly liveAvailability: { readonly changes: number };
}

/** What depends on time changes at whole minutes. */
function minuteOf({ clock }: PageSources): number {
  return Math.floor(clock.now() / MINUTE_MS);
}

/** Changes whenever a kept page may be out of date. */
function pagesAsOf(sources: PageSources): string {
  return `${sources.liveAvailability.changes} ${minuteOf(sources)}`;
}

interface Parts extends PageSources {
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

export class SharedPages {
  readonly #parts: Parts;
  readonly #documents = new CachedPages();
  readonly #filledIn = new FilledInPages();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The page, rendered now unless it is kept; null when the address is another page's, or when rendering failed. */
  async answer(
    c: Context<{ Variables: RequestVariables }>,
    { page, callsOf, outside, cacheControl }: Asked,
  ): Promise<Response | null> {
    const { renderPage, vary } = this.#parts;
    const { path, url } = c.req;
    const begin = url.indexOf('?');
    const query = begin < 0 ? '' : url.slice(begin);
    const consent = page.site.tagManager?.consent ?? '';
    const asOf = pagesAsOf(this.#parts);
    const data = { asOf, minute: minuteOf(this.#parts), callsOf };
    const render = (more: Partial<PageRequest> & Pick<PageRequest, 'rpc'>) =>
      renderPage({ ...page, request: this.#request(path + query), ...more });
    if (this.#filledIn.has(path)) {
      const blanks = { nonce: BLANKS.nonce, newKey: () => BLANKS.key };
      const renderBlank = (rpc: AppRpc) => render({ ...blanks, rpc });
      const kept = await this.#filledIn.get({ path, query, variant: consent }, data, renderBlank);
      return kept && sendFilledIn(c, kept, { outside, vary, cacheControl });
    }
    if (query !== '' || !DOCUMENTS.has(path)) return null;
    const cached = await this.#documents.get(path, { name: consent, outside }, data, (rpc) => render({ rpc }));
    return cached && sendCached(c, cached, { vary, cacheControl });
  }

  /** Independent of the visitor's request: rendering must not end when they leave. */
  #request(address: string): Request {
    return new Request(this.#parts.publicUrl + address, { headers: { 'user-agent': 'Mozilla/5.0' } });
  }
}

interface Sending extends Pick<Asked, 'cacheControl'> {
  readonly vary: string;
}

/** Browsers revalidate the page each time (ETag), which costs a few bytes. */
function sendCached(
  c: Context<{ Variables: RequestVariables }>,
  { html, brotli, etag, policy }: CachedPage,
  { vary, cacheControl }: Sending,
): Response {
  const isPacked = chooseCoding(c.req.header('accept-encoding')) === 'br';
  const body = isPacked ? brotli : html;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': cacheControl,
    vary,
    etag,
  };
  if (isKnownVersion(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  const whole = {
    ...headers,
    ...(isPacked && { 'content-encoding': 'br' }),
    'content-length': String(body.length),
  };
  return c.req.method === 'HEAD' ? c.body(null, 200, whole) : c.body(body, 200, whole);
}

/** A page that is the visitor's by its nonce and its key alone. */
function sendFilledIn(
  c: Context<{ Variables: RequestVariables }>,
  page: BlankPage,
  { outside, vary, cacheControl }: Sending & Pick<Asked, 'outside'>,
): Response {
  const takesBrotli = chooseCoding(c.req.header('accept-encoding')) === 'br';
  const filling = newFilling();
  const brotli = takesBrotli ? page.brotli(filling) : null;
  const body = brotli ?? page.html(filling);
  const headers = {
    'content-security-policy': pagePolicy(filling.nonce, outside),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': cacheControl,
    vary,
    'content-length': String(body.length),
    ...(brotli && { 'content-encoding': 'br' }),
  };
  return c.req.method === 'HEAD' ? c.body(null, 200, headers) : c.body(body, 200, headers);
}
