import { expect, test } from 'vitest';
import { problems } from './accessibility.ts';
import { hydrated } from './browser.ts';
import { CONTAINER, openTaggedShop, watch } from './tagged-shop.ts';

const shop = openTaggedShop('ask');
const SCRIPT = `https://www.googletagmanager.com/gtm.js?id=${CONTAINER}`;

const QUESTION = { name: 'Can Google count your visit?' };

test('nothing is sent to another site before the visitor accepts, and from then on their visit is counted', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const { elsewhere, events } = await watch(visitor, shop.origin);
  for (const path of ['/', '/book', '/login', '/nowhere', '/legal/privacy']) {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('region', QUESTION).waitFor();
  }
  await page.getByRole('contentinfo').getByRole('link', { name: /@/ }).click();
  expect(elsewhere()).toEqual([]);
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);

  await page.getByRole('region', QUESTION).getByRole('button', { name: 'Accept' }).click();
  await expect.poll(elsewhere).toEqual([SCRIPT]);
  await expect.poll(() => events('page_view').map(({ page_path }) => page_path)).toEqual(['/legal/privacy']);
  expect(await page.getByRole('region', QUESTION).count()).toBe(0);
  await page.getByText('You accepted, so it’s loaded').waitFor();

  await page.goto('/about');
  await expect.poll(() => events('page_view').map(({ page_path }) => page_path)).toEqual(['/legal/privacy', '/about']);
  expect(await page.getByRole('region', QUESTION).count()).toBe(0);
});

test('the question is accessible in every size and theme, and a rejection is kept, and can be taken back later', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const { elsewhere } = await watch(visitor, shop.origin);
  await page.goto('/about');
  await hydrated(page);
  expect(await problems(page)).toEqual([]);
  await page.getByRole('region', QUESTION).getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => page.getByRole('region', QUESTION).count()).toBe(0);
  await page.goto('/pricing');
  await hydrated(page);
  expect(await page.getByRole('region', QUESTION).count()).toBe(0);
  expect(elsewhere()).toEqual([]);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Your privacy choice' }).click();
  await page.getByText('You rejected it, so').waitFor();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByText('You accepted, so it’s loaded').waitFor();
  await expect.poll(elsewhere).toContain(SCRIPT);
});
