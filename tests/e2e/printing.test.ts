/** Printed pages, in a wide window: when WebKit prints, media queries still match the window. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hydrated } from './browser.ts';
import { bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const shop = openShop();

/** About the width of Letter paper between its margins. */
const PAPER = '720px';

async function printed(page: Page): Promise<void> {
  await hydrated(page);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate((width) => document.body.style.setProperty('width', width), PAPER);
}

test.each(['desktop', 'phone'] as const)(
  'the booking form is printed with all its questions, on a %s',
  async (size) => {
    const { page } = await shop.visit({ size });
    await page.goto('/book');
    await printed(page);
    const questions = page.locator('[data-step-of]').filter({ visible: true });
    expect(await questions.count()).toBe(5);
    // In a grid or with a longer heading, WebKit breaks fields in two or leaves a gap below the heading.
    const looks = await questions.evaluateAll((all) =>
      all.map((each) => [
        getComputedStyle(each.parentElement!).display,
        getComputedStyle(each.querySelector('legend > h2')!, '::after').content,
      ]),
    );
    expect(new Set(looks.map(String))).toEqual(new Set(['block,none']));
    const morning = page.getByRole('radio', { name: /Morning/ }).first();
    const { width } = await morning.evaluate((radio) => radio.closest('label')!.getBoundingClientRect());
    expect(width).toBeGreaterThan(150);
    const chosen = page.getByRole('radio', { checked: true }).first();
    expect(await chosen.evaluate((radio) => getComputedStyle(radio).printColorAdjust)).toBe('exact');
  },
);

test('a visit is printed on white, with dark letters on its buttons, and without an empty page after it', async () => {
  const { link } = await bookByCalls(shop, { date: await shop.day(5), claim: 'am' }, 'Prints It');
  const { page } = await shop.visit();
  await page.goto(link);
  await printed(page);
  const minHeight = await page.locator('body').evaluate((body) => getComputedStyle(body).minHeight);
  expect(minHeight).toBe('0px');
  expect(await page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  const button = page.getByRole('link', { name: 'Pick another time' });
  // Its color changes by a transition.
  await expect.poll(() => button.evaluate((link) => getComputedStyle(link).color)).toBe('rgb(27, 29, 33)');
});
