import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { openShop } from './shop.ts';

// A trace is of the whole browser, so this one isn't shared.
const shop = openShop({ hasBfcache: true });

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly elementCount?: number };
}

/** How many elements the browser styles when a link is added to the page. */
async function restyledWithLink(page: Page): Promise<number> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.evaluate(async () => {
    const link = document.createElement('a');
    link.className = 'button';
    document.querySelector('main')!.append(link);
    // The first callback is before the frame with the link, the second after it.
    for (const _ of ['before', 'after']) await new Promise(requestAnimationFrame);
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const counts = traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .map(({ args }) => args.elementCount ?? 0);
  return Math.max(...counts);
}

test('a link that is added to a page restyles few other elements, as each does that is parsed after the first paint', async () => {
  const { page } = await shop.visit();
  await page.goto('/');
  await hydrated(page);
  expect(await page.locator('body *').count()).toBeGreaterThan(500);
  expect(await restyledWithLink(page)).toBeLessThan(20);
});
