import { describe, expect, test } from 'vitest';
import { renderPage } from '#server/web/render/render-page.tsx';
import { INDEXED_PATHS } from '#shared/business/public-pages.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { failingRpc } from '../../../failing-rpc.ts';
import { TEST_SITE } from '../../../test-site.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36';

async function render(path: string, rpc: AppRpc = failingRpc(new TypeError('no call expected')), site = TEST_SITE) {
  const faults: unknown[] = [];
  const response = await renderPage({
    request: new Request(`http://localhost${path}`, { headers: { 'user-agent': BROWSER } }),
    id: 'request-1',
    nonce: 'noncense',
    rpc,
    site,
    flash: null,
    onError: (error) => faults.push(error),
  });
  const { status, headers } = response;
  return { status, retryAfter: headers.get('retry-after'), html: await response.text(), faults };
}

test('a page is complete in the response, each script with the nonce', async () => {
  const { status, html, faults } = await render('/about');
  expect(status).toBe(200);
  expect(html).toMatch(/<h1[ >]/);
  const scripts = html.match(/<script[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.filter((script) => !script.includes('nonce="noncense"'))).toEqual([]);
  expect(faults).toEqual([]);
});

test('browsers paint a document once they have its title, and other pages at once', async () => {
  for (const path of [...INDEXED_PATHS, '/no/such/page']) {
    const { html } = await render(path);
    const waits = html.includes('<link rel="expect" href="#page-title" blocking="render"');
    expect([path, waits]).toEqual([path, path !== '/book']);
    expect([path, !waits || html.includes('<h1 id="page-title"')]).toEqual([path, true]);
  }
});

test('an unknown address is a 404 in the words of the specification', async () => {
  const { status, html } = await render('/no/such/page?a=1');
  expect(status).toBe(404);
  expect(html).toContain('The page you are looking for does not exist.');
  expect(html).toContain('Go back');
  expect(html).toContain('Start Over');
  expect(html).toContain('noindex');
});

describe('when a route cannot be loaded', () => {
  test('the page shows an error within the layout, with status 500', async () => {
    const refused = new RpcError({ status: 500, message: 'The request-1 failed.', refusal: null });
    const { status, html } = await render('/book', failingRpc(refused));
    expect(status).toBe(500);
    expect(html).toContain('Something went wrong');
    expect(html).toContain(
      'An unexpected error occurred. Please try again or contact support if the problem persists.',
    );
    expect(html).toContain('Try Again');
    expect(html).toContain('Go Back');
    expect(html).toContain('<header');
  });

  test('while nothing can be read or written, the page says when to try again', async () => {
    const refused = new RpcError({ status: 503, message: 'no', refusal: 'storage-down', retryAfter: 30 });
    const { status, html, retryAfter } = await render('/book', failingRpc(refused));
    expect([status, retryAfter]).toEqual([503, '30']);
    expect(html).toContain('Something went wrong');
  });

  test('an internal error message is reported and does not leave the server', async () => {
    const bug = new TypeError('the vault key is 42');
    const { html, faults } = await render('/book', failingRpc(bug));
    expect(html).not.toContain('vault');
    expect(faults).toContain(bug);
  });
});

test('if the layout itself fails to render, a plain document says so with status 500', async () => {
  const broken = { ...TEST_SITE };
  Object.defineProperty(broken, 'email', {
    get() {
      throw new TypeError('layout broken');
    },
    enumerable: true,
  });
  const { status, html, faults } = await render('/about?x=1', undefined, broken);
  expect(status).toBe(500);
  expect(html).toMatch(/^<!doctype html>/i);
  expect(html).toContain('Application Error');
  expect(html).toContain('An unexpected error occurred in the application. Please refresh the page to try again.');
  expect(html).toContain('href="/about?x=1"');
  expect(html).not.toContain('layout broken');
  expect(faults).not.toEqual([]);
});

test('a document has neither the app’s state nor its files, but says where they are', async () => {
  const { html } = await render('/about');
  expect(html).not.toMatch(/_TSR|<link[^>]*modulepreload/);
  expect(html).toMatch(/<script[^>]* data-files="[^"]+" data-when="never"/);
  expect(html).toMatch(/^<!DOCTYPE html><html/);
});

test.each([
  ['/book', 'now'],
  ['/login', 'intent'],
  ['/', 'never'],
  ['/no/such/page', 'never'],
])('the first script of %s loads the app: %s', async (path, when) => {
  const session = { authenticated: false, user: null };
  const { html } = await render(path, { ...failingRpc(new TypeError('not asked')), session: async () => session });
  expect(html).toContain(`data-when="${when}"`);
  expect(html.includes('_TSR')).toBe(when !== 'never');
});

test('the HTML contains only data that the page names, and its loader’s result', async () => {
  const { html } = await render('/lost-link');
  const data = html.slice(html.indexOf('$_TSR.router='));
  expect(data).toContain('Test & Sons');
  expect(data).not.toMatch(/rpc|queryClient|cookie/i);
});
