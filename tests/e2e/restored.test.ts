/** Theme and consent on pages that Back restores from the bfcache: a document, and a page of the app. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import { type Visitor, hydrated } from './browser.ts';
import { openTaggedShop, watch } from './tagged-shop.ts';

const shop = openTaggedShop('ask', { hasBfcache: true });

const QUESTION = { name: 'Can Google count your visit?' };

async function answer(page: Page, choice: 'Accept' | 'Reject'): Promise<void> {
  await page.getByRole('button', { name: choice }).first().click();
  await page.locator(`html[data-consent=${choice.toLowerCase()}ed]`).waitFor();
}

describe.each(['/legal/privacy', '/book'])('Back to %s', (path) => {
  let visitor: Visitor;
  let page: Page;
  let seen: Awaited<ReturnType<typeof watch>>;

  beforeEach(async () => {
    visitor = await shop.visit();
    ({ page } = visitor);
    seen = await watch(visitor, shop.origin);
    const scripts: string[] = [];
    page.on('requestfinished', (request) => void scripts.push(request.url()));
    const html = await (await shop.fetch(path)).text();
    const measuring = /data-measuring="([^"]+)"/.exec(html)?.[1];
    await page.goto(path);
    await hydrated(page);
    await vi.waitUntil(() => scripts.some((url) => url.endsWith(measuring!)), PATIENCE_MS);
  });

  const views = () => seen.events('page_view').map(({ page_path }) => page_path);
  const isAsked = () => page.getByRole('region', QUESTION).isVisible();
  const hasDataLayer = () => page.evaluate(() => Array.isArray(window.dataLayer));

  /** Leaves the page, acts in another tab, and goes back. */
  async function returnAfter(act: (other: Page) => Promise<unknown>): Promise<void> {
    await page.evaluate(() => Reflect.set(window, 'isSame', true));
    await page.goto('/legal/terms');
    const other = await visitor.context.newPage();
    await other.goto('/legal/privacy');
    await hydrated(other);
    await act(other);
    await other.close();
    await page.goBack({ waitUntil: 'commit' });
  }

  /** Whether the document wasn't reloaded. */
  const isSame = () => page.evaluate(() => Reflect.has(window, 'isSame'));

  test('shows the theme that the visitor chose meanwhile', async () => {
    await returnAfter((other) => other.getByLabel('Theme').selectOption('Dark'));
    await page.locator('html[data-theme=dark]').waitFor();
    await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('dark');
    expect(await isSame()).toBe(true);
  });

  test('reports a page view if the visitor accepted meanwhile, and asks no more', async () => {
    await returnAfter((other) => answer(other, 'Accept'));
    await expect.poll(isAsked).toBe(false);
    await expect.poll(() => views().at(-1)).toBe(path);
    if (path === '/legal/privacy') await page.getByText('You accepted, so it’s loaded').waitFor();
    expect(await isSame()).toBe(true);
  });

  test('reloads the page without the tag manager if the visitor rejected meanwhile', async () => {
    await answer(page, 'Accept');
    await expect.poll(views).toEqual([path]);
    await returnAfter((other) => answer(other, 'Reject'));
    await expect.poll(isSame).toBe(false);
    await hydrated(page);
    expect(await isAsked()).toBe(false);
    expect(await hasDataLayer()).toBe(false);
    // No view after the answer: the third one of `/legal/privacy` is the other tab's.
    expect(views().lastIndexOf(path)).toBe(path === '/legal/privacy' ? 2 : 0);
  });
});
