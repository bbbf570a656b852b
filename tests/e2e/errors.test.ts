import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { type Visitor, hydrated, launch, visit } from './browser.ts';
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
  await page.goto('/login');
  await hydrated(page);
  await page.route('**/_serverFn/**', (route) => route.fulfill({ status: 400, body: 'no' }));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Book' }).click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  const text = 'An unexpected error occurred. Please try again or contact support if the problem persists.';
  await expect.poll(() => page.getByText(text).isVisible()).toBe(true);

  await page.getByRole('link', { name: 'Go Back' }).click();
  await page.waitForURL('**/login');
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
  await expect.poll(() => page.url()).toBe(server.origin + path);
  await context.close();
});

/** Returns by Back to a page whose frame then fails, because the header gets a user without a name. */
async function breakFrame({ page }: Visitor, prepare = () => {}): Promise<void> {
  await page.goto('/book');
  await hydrated(page);
  await page.route(
    (url) => url.pathname === rpcPath('session'),
    (route) => route.fulfill({ json: { authenticated: true, user: { role: 'user' } } }),
  );
  await page.evaluate(prepare);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
}

test('a page whose frame fails says so in a titled document with margins, and leads home', async () => {
  const visitor = await visit(browser, server.origin);
  const { page, context } = visitor;
  await breakFrame(visitor);
  const heading = page.getByRole('heading', { name: 'Something went wrong' });
  await heading.waitFor();
  expect(await page.title()).not.toBe('');
  expect((await heading.boundingBox())?.x).toBeGreaterThan(8);
  await expect.poll(() => page.getByRole('link', { name: 'Go Back' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(`${server.origin}/`);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await context.close();
});

test('if the error screen fails as well, the application’s error is shown, and the page can be loaded again', async () => {
  const visitor = await visit(browser, server.origin);
  const { page, context } = visitor;
  await breakFrame(visitor, () => {
    // Every link of the screen needs it.
    Reflect.set(window, 'URLSearchParams', null);
  });
  await page.getByRole('heading', { name: 'Application Error' }).waitFor();
  expect(await page.title()).toBe('Application Error');
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await context.close();
});
