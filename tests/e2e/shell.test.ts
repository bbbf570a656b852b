import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
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
