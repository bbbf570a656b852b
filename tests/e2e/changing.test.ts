import { describe, expect, test } from 'vitest';
import { shortDate } from '#shared/civil-date.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

describe('a visitor', () => {
  const shop = openShop();

  test('from Tokyo sees the business’s dates, and its deadlines follow them', async () => {
    const visitor = await shop.visit({ timeZone: 'Asia/Tokyo' });
    const slot = { date: await shop.day(0), claim: 'pm' } as const;
    const { link } = await bookByCalls(shop, slot, 'Far Away');
    const manage = new ManagePage(visitor);
    await manage.open(link);
    const last = await shop.today();
    await manage.stands(slot);
    await manage.says(`You can move or cancel it for free until the end of today, ${shortDate(last)}.`);
    await shop.passMinutes((await shop.minutesToMidnight()) - 1);
    expect(await shop.today()).toBe(last);
    await visitor.page.reload();
    await manage.says(`You can move or cancel it for free until the end of today, ${shortDate(last)}.`);
    await shop.passMinutes(2);
    await visitor.page.reload();
    await manage.says('It’s too late to move it');
  });

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
