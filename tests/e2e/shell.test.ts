/** The frame of each page: its keyboard, theme, data layer and error screens. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { type Visitor, hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();

test('the keyboard skips to the page, and links of the app are followed without loading a new document, from the top of the page', async () => {
  const { page } = await shop.visit({ size: 'phone' });
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await hydrated(page);
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to the page' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  }
  await page.evaluate(() => {
    Reflect.set(window, 'mark', true);
    scrollTo(0, 600);
  });
  await page.getByRole('banner').getByRole('link', { name: 'Book' }).click();
  await page.waitForURL('**/book');
  await page.waitForFunction(() => scrollY === 0);
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'mark'))).toBe(true);
});

test('a link followed by keyboard leaves the focus at the heading of its page, wherever the link stood', async () => {
  const { page } = await shop.visit();
  await page.goto('/book');
  await hydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sign in' }).focus();
  await page.keyboard.press('Enter');
  const focused = page.getByRole('heading', { level: 1 }).and(page.locator(':focus'));
  await page.waitForURL('**/login');
  await focused.waitFor();
  await expect.poll(() => focused.textContent()).toContain('Sign in');
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/book');
  await focused.waitFor();
  await expect.poll(() => focused.textContent()).toContain('Book');
});

const DARK = 'rgb(11, 27, 54)';

function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

test('a choice reaches the other tabs, is stored, and is applied before the first paint', async () => {
  const { page, context } = await shop.visit();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await hydrated(page);
  await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('system');
  const other = await context.newPage();
  await other.goto('/about');
  await hydrated(other);
  await other.getByLabel('Theme').selectOption('Dark');
  await expect.poll(() => other.getByLabel('Theme').inputValue()).toBe('dark');
  await page.locator('html[data-theme=dark]').waitFor();
  await expect.poll(() => ground(page)).toBe(DARK);
  await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('dark');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');

  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      const { backgroundColor } = getComputedStyle(document.documentElement);
      Reflect.set(window, 'firstGround', document.body ? backgroundColor : 'nothing yet');
    });
  });
  await page.goto('/pricing');
  await hydrated(page);
  await expect.poll(() => ground(page)).toBe(DARK);
  await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('dark');
  expect([DARK, 'nothing yet']).toContain(await page.evaluate(() => Reflect.get(window, 'firstGround')));
});

test('a data layer that is made after the page has started gets the events from then on', async () => {
  const { page } = await shop.visit();
  // This view is not in the sample of the site's own counting.
  await page.addInitScript(() => (Math.random = () => 0.9));
  await page.goto('/pricing');
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    window.dataLayer = [];
  });
  const events = () => page.evaluate(() => JSON.stringify(window.dataLayer));
  await expect.poll(events).toContain('"page_path":"/pricing"');
  await page.getByRole('contentinfo').getByRole('link', { name: /@/ }).click();
  await expect.poll(events).toContain('"click_email"');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect.poll(events).toMatch(/"web_vitals".*"performance_metric"/);
});

test('a page whose data failed to load says so, retries and goes back', async () => {
  const { page, complaints } = await shop.visit();
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
  complaints.length = 0;
});

test('“Go back” on the not-found screen leads to the home page, or to the previous page if there is one', async () => {
  const { page, complaints } = await shop.visit();
  for (const before of ['/', '/about']) {
    if (before !== '/') await page.goto(before);
    await page.goto('/no/such/page');
    // Until the page's script has run, the link leads home.
    await hydrated(page);
    await page.getByRole('link', { name: 'Go back' }).click();
    await expect.poll(() => page.url()).toBe(shop.origin + before);
  }
  complaints.length = 0;
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
  const visitor = await shop.visit();
  const { page, complaints } = visitor;
  await breakFrame(visitor);
  const heading = page.getByRole('heading', { name: 'Something went wrong' });
  await heading.waitFor();
  expect(await page.title()).not.toBe('');
  expect((await heading.boundingBox())?.x).toBeGreaterThan(8);
  await expect.poll(() => page.getByRole('link', { name: 'Go Back' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(`${shop.origin}/`);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  complaints.length = 0;
});

test('if the error screen fails as well, the application’s error is shown, and the page can be loaded again', async () => {
  const visitor = await shop.visit();
  const { page, complaints } = visitor;
  await breakFrame(visitor, () => {
    // Every link of the screen needs it.
    Reflect.set(window, 'URLSearchParams', null);
  });
  await page.getByRole('heading', { name: 'Application Error' }).waitFor();
  expect(await page.title()).toBe('Application Error');
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  complaints.length = 0;
});
