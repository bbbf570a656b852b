import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { shortDate } from '#shared/civil-date.ts';
import { problems } from './accessibility.ts';
import { AccountPage, customer, openShopWithOwner } from './account-page.ts';
import { dayText } from './booking-page.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';

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

/** Breaks off the dashboard before its rows, and fails retries, until the page's event `mended`. */
function loseRows(page: Page): Promise<void> {
  return page.evaluate((path) => {
    const fetch = window.fetch.bind(window);
    let isMended = false;
    let asked = 0;
    window.addEventListener('mended', () => (isMended = true));
    window.fetch = async (...request) => {
      const response = await fetch(...request);
      if (isMended || !response.url.includes(path)) return response;
      asked += 1;
      const [cards] = (await response.text()).split(/(?<=\n)/);
      return asked === 1
        ? new Response(cards, { headers: response.headers })
        : Response.json({ message: 'no' }, { status: 400 });
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

  test('says that the bookings did not load, keeps the cards, and loads them when asked to', async () => {
    const who = customer('Loses Rows');
    const visitor = await shop.visit({ size: 'phone' });
    const { page } = visitor;
    const slot = { date: await shop.day(14), claim: 'am' } as const;
    await bookByCalls(shop, slot, who.name);
    const account = new AccountPage(visitor);
    await account.registerByCalls(who, shop, '/app/profile');
    await loseRows(page);
    await page.getByRole('link', { name: 'Your visits' }).first().click();
    const notice = page.getByRole('alert').filter({ hasText: 'Your bookings didn’t load' });
    await notice.waitFor();
    await expect.poll(() => page.getByRole('main').locator('dl').first().innerText()).toMatch(dayText(slot.date));
    await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0);
    expect(await problems(page)).toEqual([]);
    await page.evaluate(() => window.dispatchEvent(new Event('mended')));
    await notice.getByRole('button', { name: 'Load them again' }).click();
    await page.getByRole('link', { name: `Move or cancel, ${shortDate(slot.date)}` }).waitFor();
    await expect.poll(() => notice.count()).toBe(0);
  });

  test('shows at once what the visitor has changed on another page of the site', async () => {
    const who = customer('Cancels Within');
    const visitor = await shop.visit();
    const { page } = visitor;
    const slot = { date: await shop.day(19), claim: 'am' } as const;
    await bookByCalls(shop, slot, who.name);
    await new AccountPage(visitor).registerByCalls(who, shop);
    await page.getByRole('link', { name: `Move or cancel, ${shortDate(slot.date)}` }).click();
    const manage = new ManagePage(visitor);
    await manage.follow('Cancel for a full refund');
    await page.getByRole('button', { name: /^Cancel the visit/ }).click();
    await manage.heading('This visit is canceled');
    await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
    await page.getByRole('link', { name: `Book again, ${shortDate(slot.date)}` }).waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: `Move or cancel, ${shortDate(slot.date)}` }).count())
      .toBe(0);
  });

  test('with all bookings shows a skeleton of title, filter and rows first', async () => {
    const visitor = await shop.visit();
    const { page } = visitor;
    const who = customer('Waits For All');
    await bookByCalls(shop, { date: await shop.day(15), claim: 'am' }, who.name);
    await new AccountPage(visitor).registerByCalls(who, shop);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === rpcPath('bookings'),
      async (route) => {
        await promise;
        await route.continue();
      },
    );
    await page.getByRole('link', { name: 'All bookings' }).click();
    await page.locator('[data-skeleton=row]').first().waitFor();
    const title = page.getByRole('heading', { level: 1, name: 'All bookings' });
    const top = () => title.evaluate((element) => element.getBoundingClientRect().top);
    const shape = await top();
    await expect.poll(() => page.locator('[data-skeleton=filter]').count()).toBe(4);
    resolve();
    await page.getByRole('navigation', { name: 'Bookings by state' }).waitFor();
    await expect.poll(() => top()).toBe(shape);
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
