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

test('the home page is printed in one column, from a wide window too; its sections are no grids, which Firefox prints over each other', async () => {
  const { page } = await shop.visit();
  await page.goto('/');
  await printed(page);
  const top = page.locator('main > div:has(h1)');
  const columns = await top.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
  expect(columns).toBe(1);
  // WebKit cuts it where a page ends.
  const drawing = top.locator('> svg');
  expect([await drawing.count(), await drawing.isVisible()]).toEqual([1, false]);
  const sections = await page
    .locator('main section')
    .evaluateAll((all) => all.map((each) => [getComputedStyle(each).display, getComputedStyle(each).breakInside]));
  expect(sections.length).toBeGreaterThan(10);
  expect(new Set(sections.map(String))).toEqual(new Set(['block,auto', 'block,avoid']));
});

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
