/** Theme and consent on pages that Back restores from the bfcache: a document, and a page of the app. */
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '#tests/patience.ts';
import { type Visitor, hydrated } from './browser.ts';
import { openTaggedShop, watch } from './tagged-shop.ts';

const shop = openTaggedShop('ask', { hasBfcache: true });

const QUESTION = { name: 'Can Google count your visit?' };

async function answer(page: Page, choice: 'Accept' | 'Reject'): Promise<void> {
  await page.getByRole('button', { name: choice }).first().click();
  await page.locator(`html[data-consent=${choice.toLowerCase()}ed]`).waitFor();
}

let visitor: Visitor;
let page: Page;
let seen: Awaited<ReturnType<typeof watch>>;

/** Opens a page, and waits until it measures its speed. */
async function open(path: string): Promise<void> {
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
}

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

test('Back to a document shows the theme chosen meanwhile, reports page views once the visitor has accepted, and asks no more', async () => {
  await open('/legal/privacy');
  await returnAfter(async (other) => {
    await other.getByLabel('Theme').selectOption('Dark');
    await answer(other, 'Accept');
  });
  await page.locator('html[data-theme=dark]').waitFor();
  await expect.poll(isAsked).toBe(false);
  await expect.poll(() => views().at(-1)).toBe('/legal/privacy');
  await page.getByText('You accepted, so it’s loaded').waitFor();
  expect(await isSame()).toBe(true);
  const before = views().length;
  await page.goto('/legal/terms');
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => views().slice(before)).toContain('/legal/privacy');
  expect(await isSame()).toBe(true);
});

test('Back to the booking form reloads it without the tag manager if the visitor rejected meanwhile', async () => {
  await open('/book');
  await answer(page, 'Accept');
  await expect.poll(views).toEqual(['/book']);
  await returnAfter((other) => answer(other, 'Reject'));
  await expect.poll(isSame).toBe(false);
  await hydrated(page);
  expect(await isAsked()).toBe(false);
  expect(await hasDataLayer()).toBe(false);
  // No view after the answer.
  expect(views().lastIndexOf('/book')).toBe(0);
});
