import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
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

describe.each(['phone', 'desktop'] as const)('on a %s', (size) => {
  test('the home page hydrates without errors or warnings', async () => {
    const { page, context, complaints } = await visit(browser, server.origin, { size });
    const response = await page.goto('/');
    expect(response?.status()).toBe(200);
    await hydrated(page);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the home page is complete without scripts', async () => {
    const { page, context } = await visit(browser, server.origin, { size, scripts: false });
    await page.goto('/');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Book' }).click();
    expect(new URL(page.url()).pathname).toBe('/book');
    await expect.poll(() => page.getByLabel('Theme').isVisible()).toBe(false);
    await context.close();
  });
});

describe('on a narrow phone', () => {
  const open = async (isBlocked: boolean) => {
    const { page, context } = await visit(browser, server.origin, { size: 'phone' });
    onTestFinished(() => context.close());
    await page.setViewportSize({ width: 360, height: 740 });
    if (isBlocked) await page.route('**/*.woff2', (route) => route.abort());
    await page.goto('/');
    await page.evaluate(async () => {
      await document.fonts.ready;
    });
    /** The heights in the middle of each line of the links' texts. */
    const lines = (selector: string) =>
      page.getByRole('banner').evaluate((header, links) => {
        const tops = [...header.querySelectorAll(links)].flatMap((link) => {
          const text = document.createRange();
          text.selectNodeContents(link);
          return Array.from(text.getClientRects(), ({ top, bottom }) => (top + bottom) / 2);
        });
        return Math.max(...tops) - Math.min(...tops);
      }, selector);
    return { page, lines };
  };

  test('the header is one line', async () => {
    const { lines } = await open(false);
    expect(await lines('a')).toBeLessThan(8);
  });

  test('the name of the business is one line, also in a wide fallback font', async () => {
    const { page, lines } = await open(true);
    expect(await lines('.site-name')).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

test('links of the app are followed without loading a new document, from the top of the page', async () => {
  const { page, context } = await visit(browser, server.origin, { size: 'phone' });
  await page.goto('/login');
  await hydrated(page);
  await page.evaluate(() => {
    Reflect.set(window, 'mark', true);
    scrollTo(0, 600);
  });
  await page.getByRole('banner').getByRole('link', { name: 'Book' }).click();
  await page.waitForURL('**/book');
  await page.waitForFunction(() => scrollY === 0);
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'mark'))).toBe(true);
  await context.close();
});

test('a page that its visitor has scrolled stays where it is when the app takes over, and a press goes where it began', async () => {
  const { page, context } = await visit(browser, server.origin, { size: 'phone' });
  await page.goto('/login');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Sign in' });
  await page.setViewportSize({ width: 390, height: 400 });
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await link.hover();
  await page.mouse.down();
  await hydrated(page);
  expect(await page.evaluate(() => scrollY)).toBe(place);
  await page.mouse.up();
  await page.waitForURL('**/login');
  await context.close();
});

test('a choice on the page that the browser doesn’t focus, as in Safari, leaves the focus where it was', async () => {
  const { page, context } = await visit(browser, server.origin);
  await page.goto('/book');
  await hydrated(page);
  for (const length of ['full-day', 'half-day', 'full-day']) {
    await page.locator(`input[name=service][value=${length}]`).evaluate((radio: HTMLElement) => radio.click());
    await page.waitForURL(({ searchParams }) => searchParams.get('service') === length);
  }
  expect(await page.locator(':focus').count()).toBe(0);
  await context.close();
});

test('a link followed by keyboard leaves the focus at the heading of its page, wherever the link stood', async () => {
  const { page, context } = await visit(browser, server.origin);
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
  await context.close();
});

test('the keyboard skips to the page', async () => {
  const { page, context } = await visit(browser, server.origin);
  await page.goto('/');
  await page.keyboard.press('Tab');
  const link = page.getByRole('link', { name: 'Skip to the page' });
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await context.close();
});
