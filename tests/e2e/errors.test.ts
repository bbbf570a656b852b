import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hydrated, launch, visit } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('a page whose data failed to load says so, retries and goes back', async () => {
  const { page, context } = await visit(browser, server.origin);
  await page.goto('/about');
  await hydrated(page);
  await page.route('**/_serverFn/**', (route) => route.fulfill({ status: 400, body: 'no' }));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Book' }).click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  const text = 'An unexpected error occurred. Please try again or contact support if the problem persists.';
  await expect.poll(() => page.getByText(text).isVisible()).toBe(true);

  await page.getByRole('link', { name: 'Go Back' }).click();
  await page.waitForURL('**/about');
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor({ state: 'detached' });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Book' }).click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.unroute('**/_serverFn/**');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await page.getByRole('heading', { name: 'Book a visit' }).waitFor();
  await context.close();
});

test.each([
  ['the previous page, loaded as a document', '/about'],
  ['the home page if there is no previous one', '/'],
])('“Go back” on the not-found screen leads to %s', async (_, path) => {
  const { page, context } = await visit(browser, server.origin);
  if (path !== '/') await page.goto(path);
  await page.goto('/no/such/page');
  await page.getByRole('link', { name: 'Go back' }).click();
  await page.waitForURL(server.origin + path);
  await context.close();
});

test('a change sent from another site is refused', async () => {
  const { page, context } = await visit(browser, server.origin);
  await page.goto('/book');
  const action = await page.locator('form[action^="/_serverFn/"]').first().getAttribute('action');
  // Another port is another origin, and to the browser the same site.
  await page.route('http://localhost:1/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${server.origin}${action}"><button>Send</button></form>`,
    }),
  );
  await page.goto('http://localhost:1/');
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Send' }).click();
  expect((await answered).status()).toBe(403);
  await context.close();
});

test('the server ends on SIGTERM, also while a page is being sent', async () => {
  const running = await startServer();
  const response = await fetch(`${running.origin}/`);
  const ended = running.stop();
  expect(await response.text()).toContain('</html>');
  expect(await ended).toBe(0);
  expect(running.output()).toContain(running.origin);
});
