import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { bookByCalls } from './manage-page.ts';
import { hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();
const SECRET = 'A'.repeat(43);

test('a browser does not send the secret of a mailed link as a referrer', async () => {
  const { page, context } = await shop.visit();
  const visit = await bookByCalls(shop, { date: await shop.day(1), claim: 'am' }, 'Keeps Quiet');
  const links = [visit.link, `/reset-password?token=${SECRET}`];
  const asked: Promise<{ path: string; referrer: string }>[] = [];
  const listen = (request: Request) => {
    const path = new URL(request.url()).pathname;
    asked.push(request.allHeaders().then(({ referer = '' }) => ({ path, referrer: referer })));
  };
  // A request that leaving the page cuts off never gets all its headers.
  context.on('requestfinished', listen);
  for (const link of links) {
    await page.goto(link);
    await hydrated(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await page.waitForURL('**/legal/privacy');
    await page.reload();
  }
  context.off('requestfinished', listen);
  const requests = await Promise.all(asked);
  expect(requests.map(({ path }) => path)).toContain('/legal/privacy');
  for (const secret of links.map((link) => link.slice(-SECRET.length))) {
    expect(requests.filter(({ referrer }) => referrer.includes(secret))).toEqual([]);
  }
});
