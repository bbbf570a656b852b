import { describe, expect, test } from 'vitest';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

describe('a visitor', () => {
  const shop = openShop();

  test('can move and cancel by keyboard alone', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    const slot = { date: await shop.day(3), claim: 'am' } as const;
    const { link } = await bookByCalls(shop, slot, 'No Mouse');
    const manage = new ManagePage(visitor);
    await manage.open(link);
    await page.getByRole('link', { name: 'Cancel for a full refund' }).focus();
    await page.keyboard.press('Enter');
    await manage.heading('Cancel your visit?');
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(() => focused()).toBe('Cancel the visit and get $299 back');
    await page.keyboard.press('Enter');
    await manage.heading('This visit is canceled');
    await expect.poll(() => focused()).toBe('This visit is canceled');
  });
});
