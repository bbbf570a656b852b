import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FIRST_SCRIPT, delayApp, hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();

const LIGHT = 'rgb(250, 248, 243)';
const DARK = 'rgb(11, 27, 54)';

function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

test.each([
  { system: 'light', choice: 'Dark', value: 'dark', shown: DARK },
  { system: 'dark', choice: 'Light', value: 'light', shown: LIGHT },
  { system: 'dark', choice: 'System', value: 'system', shown: DARK },
] as const)(
  '$choice on a $system system is stored and applied before the first paint',
  async ({ system, choice, value, shown }) => {
    const { page } = await shop.visit();
    await page.emulateMedia({ colorScheme: system });
    await page.goto('/');
    await hydrated(page);
    await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('system');
    // Another choice first, so that each choice is a change.
    await page.getByLabel('Theme').selectOption(choice === 'Light' ? 'Dark' : 'Light');
    await page.getByLabel('Theme').selectOption(choice);
    await expect.poll(() => ground(page)).toBe(shown);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe(value);

    await page.addInitScript(() => {
      requestAnimationFrame(() => {
        const { backgroundColor } = getComputedStyle(document.documentElement);
        Reflect.set(window, 'firstGround', document.body ? backgroundColor : 'nothing yet');
      });
    });
    await page.goto('/pricing');
    await hydrated(page);
    await expect.poll(() => ground(page)).toBe(shown);
    await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe(value);
    expect([shown, 'nothing yet']).toContain(await page.evaluate(() => Reflect.get(window, 'firstGround')));
  },
);

test('a choice made before the script of a document has come counts', async () => {
  const { page } = await shop.visit();
  const release = await delayApp(page, FIRST_SCRIPT);
  await page.goto('/pricing');
  await page.getByLabel('Theme').selectOption('Dark');
  release();
  await hydrated(page);
  expect(await ground(page)).toBe(DARK);
  expect(await page.getByLabel('Theme').inputValue()).toBe('dark');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
});

test('a choice reaches the other tabs', async () => {
  const { page, context } = await shop.visit();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await hydrated(page);
  const other = await context.newPage();
  await other.goto('/about');
  await hydrated(other);
  await other.getByLabel('Theme').selectOption('Dark');
  await page.locator('html[data-theme=dark]').waitFor();
  await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('dark');
});
