import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { shortDate } from '#shared/civil-date.ts';
import { problems } from './accessibility.ts';
import { AccountPage, customer, openShopWithOwner } from './account-page.ts';
import { dayText } from './booking-page.ts';
import { bookByCalls } from './manage-page.ts';

/** Holds back the rows of the dashboard until the page's event `rows`. */
function holdBackRows(page: Page): Promise<void> {
  return page.evaluate((path) => {
    const fetch = window.fetch.bind(window);
    window.fetch = async (...request) => {
      const response = await fetch(...request);
      if (!response.url.includes(path)) return response;
      const [cards, ...rows] = (await response.text()).split(/(?<=\n)/);
      const told = new Promise((resolve) => window.addEventListener('rows', resolve, { once: true }));
      const body = new ReadableStream<string>({
        async start(controller) {
          controller.enqueue(cards!);
          await told;
          for (const line of rows) controller.enqueue(line);
          controller.close();
        },
      });
      return new Response(body.pipeThrough(new TextEncoderStream()), { headers: response.headers });
    };
  }, rpcPath('dashboard'));
}

describe('the dashboard', () => {
  const shop = openShopWithOwner();

  test('shows a skeleton of three cards and five rows while it loads slowly', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    const account = new AccountPage(visitor);
    await account.registerByCalls(customer('Waits'), shop, '/app/profile');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === rpcPath('dashboard'),
      async (route) => {
        await promise;
        await route.continue();
      },
    );
    await page.getByRole('link', { name: 'Your visits' }).first().click();
    await page.locator('[data-skeleton=card]').first().waitFor();
    await expect.poll(() => page.locator('[data-skeleton=card]').count()).toBe(3);
    await expect.poll(() => page.locator('[data-skeleton=row]').count()).toBe(5);
    expect(await problems(page)).toEqual([]);
    resolve();
    await page.getByRole('heading', { name: 'No bookings yet' }).waitFor();
    await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0);
  });

  test('shows the cards while the bookings are still loading', async () => {
    const who = customer('Sees Cards First');
    const visitor = await shop.visit({ size: 'phone' });
    const { page } = visitor;
    const slot = { date: await shop.day(9), claim: 'am' } as const;
    await bookByCalls(shop, slot, who.name);
    const account = new AccountPage(visitor);
    await account.registerByCalls(who, shop, '/app/profile');
    await holdBackRows(page);
    await page.getByRole('link', { name: 'Your visits' }).first().click();
    const cards = page.getByRole('main').locator('dl').first();
    await cards.getByText(dayText(slot.date)).first().waitFor();
    await expect.poll(() => page.locator('[data-skeleton=card]').count()).toBe(0);
    await expect.poll(() => page.locator('[data-skeleton=row]').count()).toBe(5);
    expect(await problems(page)).toEqual([]);
    await page.evaluate(() => window.dispatchEvent(new Event('rows')));
    await page.getByRole('link', { name: `Move or cancel, ${shortDate(slot.date)}` }).waitFor();
    await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0);
  });

  test('is accessible, full and empty, with all bookings', async () => {
    const who = customer('Looks Closely');
    const visitor = await shop.visit();
    const { page } = visitor;
    for (const after of [0, 12, 13]) await bookByCalls(shop, { date: await shop.day(after), claim: 'am' }, who.name);
    await new AccountPage(visitor).registerByCalls(who, shop);
    await page.getByRole('region', { name: 'Bookings' }).waitFor();
    expect(await problems(page)).toEqual([]);
    for (const path of ['/app/bookings', '/app/bookings?filter=cancelled']) {
      await new AccountPage(visitor).open(path);
      expect(await problems(page)).toEqual([]);
    }
  });
});
