import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { bookByCalls } from './manage-page.ts';
import { hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();
const SECRET = 'A'.repeat(43);

/** Mailed links with a secret in their URL. */
const LINKS = {
  'of a visit': async () => (await bookByCalls(shop, { date: await shop.day(1), claim: 'am' }, 'Keeps Quiet')).link,
  'for a new password': async () => `/reset-password?token=${SECRET}`,
};

test.each([
  ['of a visit', false],
  ['for a new password', true],
] as const)('no browser sends the secret of a link %s as a referrer (scripts %s)', async (name, scripts) => {
  const { page, context } = await shop.visit({ scripts });
  const link = await LINKS[name]();
  const secret = link.slice(-SECRET.length);
  const asked: Promise<{ path: string; referrer: string }>[] = [];
  const listen = (request: Request) => {
    const path = new URL(request.url()).pathname;
    asked.push(request.allHeaders().then(({ referer = '' }) => ({ path, referrer: referer })));
  };
  // A request that leaving the page cuts off never gets all its headers.
  context.on('requestfinished', listen);
  await page.goto(link);
  if (scripts) await hydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await page.waitForURL('**/legal/privacy');
  await page.reload();
  context.off('requestfinished', listen);
  const requests = await Promise.all(asked);
  expect(requests.map(({ path }) => path)).toContain('/legal/privacy');
  expect(requests.filter(({ referrer }) => referrer.includes(secret))).toEqual([]);
});
