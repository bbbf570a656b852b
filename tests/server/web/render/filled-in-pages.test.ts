/** The booking page and the sign-in page of visitors who have nothing of their own: rendered once, filled in for each. */
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { renderPage } from '#server/web/render/render-page.tsx';
import { rpcPath } from '#shared/calls/rpc.ts';
import { DATE } from '../../../events/facts.ts';
import { MINUTE } from '../../bookings/site.ts';
import { openBuiltSite } from '../../built-site.ts';

/** The built site, and the addresses of the pages that were rendered. */
function open() {
  const rendered: string[] = [];
  const site = openBuiltSite({
    renderPage(page) {
      const { pathname, search } = new URL(page.request.url);
      rendered.push(pathname + search);
      return renderPage(page);
    },
  });
  return { ...site, rendered };
}

function keyOf(html: string): string {
  return /<input type="hidden" name="key" value="([^"]+)"/.exec(html)?.[1] ?? '';
}

function noncesOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\snonce="([^"]*)"/g)].map(([, nonce = '']) => nonce));
}

/** What the data of the page says of a morning. */
function morningOf(html: string, date: string): string | undefined {
  return new RegExp(`date:"${date}",am:"(\\w+)"`).exec(html)?.[1];
}

test('it is rendered once, with a nonce and a key for each visitor', async () => {
  const { app, rendered } = open();
  const [first, second] = [await app.request('/book'), await app.request('/book')];
  const pages = [await first.text(), await second.text()];
  expect(rendered).toEqual(['/book']);
  expect(new Set(pages.map(keyOf)).size).toBe(2);
  for (const [index, response] of [first, second].entries()) {
    const html = pages[index]!;
    expect(keyOf(html)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(html).toContain(`postKey:"${keyOf(html)}"`);
    const [nonce = ''] = noncesOf(html);
    expect(noncesOf(html).size).toBe(1);
    expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}' 'strict-dynamic'`);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
  }
  expect(noncesOf(pages[0]!)).not.toEqual(noncesOf(pages[1]!));
});

test('who accepts Brotli gets the same page compressed, with the length of its bytes', async () => {
  const { app, rendered } = open();
  const response = await app.request('/book', { headers: { 'accept-encoding': 'gzip, br' } });
  const body = Buffer.from(await response.arrayBuffer());
  const html = brotliDecompressSync(body).toString();
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('content-length')).toBe(String(body.length));
  const [nonce = ''] = noncesOf(html);
  expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  const blank = (text: string) => text.replaceAll([...noncesOf(text)][0]!, '').replaceAll(keyOf(text), '');
  expect(blank(html)).toBe(blank(await (await app.request('/book')).text()));
  expect(rendered).toEqual(['/book']);
});

test('who accepts only gzip gets that', async () => {
  const response = await open().app.request('/book', { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
});

test('a slot that is held in another browser is not offered by the next page, by any address', async () => {
  const { app, visitor } = open();
  const paths = ['/book', '/book?service=half-day', `/book?service=half-day&date=${DATE}`];
  const mornings = () =>
    Promise.all(paths.map(async (path) => morningOf(await (await app.request(path)).text(), DATE)));
  expect(await mornings()).toEqual(['open', 'open', 'open']);
  await visitor().holds({ date: DATE, claim: 'am' });
  expect(await mornings()).toEqual(['gone', 'gone', 'gone']);
});

test('a page that shows a later month is rendered again when a day of that month changes', async () => {
  const { app, visitor, rendered } = open();
  const path = `/book?service=half-day&month=${DATE.slice(0, 7)}`;
  await app.request(path);
  await visitor().holds({ date: DATE, claim: 'am' });
  await app.request(path);
  expect(rendered).toEqual([path, path]);
});

test('what changes nothing that the page shows does not render it again', async () => {
  const { app, visitor, rendered } = open();
  const buyer = visitor();
  await buyer.holds({ date: DATE, claim: 'am' });
  await app.request('/book');
  await buyer.pays();
  await buyer.returns();
  await app.request('/book');
  expect(rendered).toEqual(['/book']);
});

test('it is rendered again each minute, when what time alone changes may have changed', async () => {
  const { app, clock, rendered } = open();
  await app.request('/book');
  clock.advance(MINUTE);
  await app.request('/book');
  expect(rendered).toEqual(['/book', '/book']);
});

test('many requests at the same time share one rendering', async () => {
  const { app, rendered } = open();
  await Promise.all(Array.from({ length: 20 }, async () => app.request('/book')));
  expect(rendered).toEqual(['/book']);
});

test('a visitor with a hold gets a page of their own, which no other visitor gets', async () => {
  const { app, visitor, rendered } = open();
  const buyer = visitor();
  await app.request('/book');
  await buyer.holds({ date: DATE, claim: 'am', name: 'Grace Holder' });
  const own = await buyer.request('/book');
  expect(own.headers.get('cache-control')).toBe('no-store');
  expect(await own.text()).toContain('Grace Holder');
  expect(await (await app.request('/book')).text()).not.toContain('Grace Holder');
  expect(rendered).toEqual(['/book', '/book', '/book']);
});

test('the many addresses of a scanner push out only pages that can be made again', async () => {
  const { app, rendered } = open();
  for (let n = 0; n < 40; n++) await app.request(`/book?scan=${n}`);
  await app.request('/book?scan=39');
  await app.request('/book?scan=0');
  expect(rendered).toHaveLength(41);
});

describe('the sign-in page', () => {
  test('is rendered once by address, with a nonce for each visitor, and never stored', async () => {
    const { app, rendered } = open();
    const path = '/login?redirect=%2Fapp%2Fbookings';
    const responses = [await app.request(path), await app.request(path), await app.request('/login')];
    const pages = await Promise.all(responses.map((response) => response.text()));
    expect(rendered).toEqual([path, '/login']);
    expect(new Set(pages.flatMap((html) => [...noncesOf(html)])).size).toBe(3);
    for (const [index, { headers }] of responses.entries()) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain(`'nonce-${[...noncesOf(pages[index]!)][0]}'`);
    }
    const wanted = pages.map((html) => html.includes('name="redirect" value="/app/bookings"'));
    expect(wanted).toEqual([true, true, false]);
  });

  test('tells one whose sign-in was refused so, and nobody else', async () => {
    const { app, visitor } = open();
    const guest = visitor();
    await app.request('/login');
    const body = new URLSearchParams({ email: 'nobody@example.com', password: 'not the password' });
    const refused = await guest.request(rpcPath('signIn'), { method: 'POST', body });
    expect(refused.headers.get('location')).toBe('/login');
    const own = await (await guest.request('/login')).text();
    expect(own).toContain('nobody@example.com');
    expect(await (await app.request('/login')).text()).not.toContain('nobody@example.com');
  });
});
