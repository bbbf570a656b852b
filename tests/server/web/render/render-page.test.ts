import { describe, expect, test } from 'vitest';
import { renderPage } from '#server/web/render/render-page.tsx';
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
});

test('the HTML contains only data that the page names, and its loader’s result', async () => {
  const { html } = await render('/lost-link');
  const data = html.slice(html.indexOf('$_TSR.router='));
  expect(data).toContain('Test & Sons');
  expect(data).not.toMatch(/rpc|queryClient|cookie/i);
});
