import { expect, test } from 'vitest';
import { problems } from './accessibility.ts';
import { openShop } from './shop.ts';

const shop = openShop();

const ADDRESS = '/dev/components';

test('every component is accessible in every state, in all sizes and themes', async () => {
  const { page } = await shop.visit();
  await page.goto(ADDRESS);
  expect(await problems(page)).toEqual([]);
});

test('with forced colors every field and button still has an edge', async () => {
  const { page } = await shop.visit();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(ADDRESS);
  const chosen = page.locator('.radio-chip', { has: page.locator(':checked') }).first();
  const other = page.locator('.radio-chip', { has: page.locator('input:not(:checked)') }).first();
  const outline = (element: Element) => getComputedStyle(element).outlineStyle;
  expect([await chosen.evaluate(outline), await other.evaluate(outline)]).toEqual(['solid', 'none']);
  const [ground, letters] = await chosen.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return [backgroundColor, color];
  });
  expect(letters).not.toBe(ground);
  const edges = await page
    .locator('main a[class*=border], main button:not([aria-label])')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).borderTopWidth));
  expect(new Set(edges)).toEqual(new Set(['1px']));
});
