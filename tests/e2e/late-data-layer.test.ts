import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();

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
