import { describe, expect, test } from 'vitest';
import { openShop } from './shop.ts';

const shop = openShop();

describe.each([true, false])('scripts %s', (scripts) => {
  test('on a phone, the button that pays stands right below the seller', async () => {
    const { page } = await shop.visit({ size: 'phone', scripts });
    await page.goto('/book?service=half-day&step=person');
    const seller = await page.getByText(/^Sold by .*write to/).boundingBox();
    const button = await page.getByRole('button', { name: 'Pay $299 and book' }).boundingBox();
    const gap = seller && button && button.y - (seller.y + seller.height);
    expect(Math.abs(gap ?? Infinity)).toBeLessThan(40);
  });
});
