import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { shortDate } from '#shared/civil-date.ts';
import { problems } from './accessibility.ts';
import { AccountPage, customer, linkIn, openShopWithOwner } from './account-page.ts';
import { dayText } from './booking-page.ts';
import { ManagePage, bookByCalls } from './manage-page.ts';
import { openShop } from './shop.ts';

const DAY = 24 * 60;

describe('the first to register, whose address is not confirmed yet', () => {
  const shop = openShop();

  test('has no guest bookings, reads why and how to get them, and gets them by confirming', async () => {
    const who = customer('Early Bird');
    const slot = { date: await shop.day(4), claim: 'am' } as const;
    await bookByCalls(shop, slot, who.name);
    const visitor = await shop.visit();
    const { page } = visitor;
    const account = new AccountPage(visitor);
    await account.register(who);
    await account.arrives('/app');
    await page.getByRole('heading', { name: 'Your email address isn’t confirmed yet' }).waitFor();
    await page.getByRole('heading', { name: 'No bookings yet' }).waitFor();
    await expect.poll(() => page.getByRole('main').innerText()).not.toMatch(dayText(slot.date));
    expect(await problems(page)).toEqual([]);

    await account.open(linkIn(await shop.mail(who.email, /^Confirm your email/), '/verify-email'));
    await account.button('Confirm my address').click();
    await account.arrives('/app');
    await page
      .getByRole('listitem')
      .filter({ hasText: dayText(slot.date) })
      .waitFor();
    await expect.poll(() => page.getByText('isn’t confirmed yet').count()).toBe(0);
  });
});

describe.each([true, false])('a customer, scripts %s', (scripts) => {
  const shop = openShopWithOwner();

  test('sees the next visit, its deadline and the payment, and starts the next action from there', async () => {
    const who = customer(`Regular ${scripts}`);
    const visitor = await shop.visit({ scripts, size: 'phone' });
    const { page } = visitor;
    const account = new AccountPage(visitor);
    const dates = await Promise.all([1, 5, 6, 7, 8, 9].map((after) => shop.day(after)));
    for (const date of dates) await bookByCalls(shop, { date, claim: 'pm' }, who.name);
    await account.registerByCalls(who, shop);

    const cards = page.getByRole('main').locator('dl').first();
    await cards.getByText(dayText(dates[0]!)).first().waitFor();
    await expect.poll(() => cards.innerText()).toMatch(/Next visit[\s\S]*Free changes until[\s\S]*Paid\s*\$1,794/);
    const rows = page.getByRole('region', { name: 'Bookings' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(5);
    const first = rows.first();
    await first.getByRole('link', { name: `Move or cancel, ${shortDate(dates[0]!)}` }).click();
    const manage = new ManagePage(visitor);
    await manage.heading('Your visit');
    await manage.follow('Cancel for a full refund');
    await page.getByRole('button', { name: /^Cancel the visit/ }).click();
    await manage.heading('This visit is canceled');
    await manage.reloadUntil('We’ve sent');

    await account.open('/app');
    await expect.poll(() => cards.innerText()).toContain('$299 refunded.');
    await cards.getByText(dayText(dates[1]!)).first().waitFor();
    await page.getByRole('link', { name: 'All 6 bookings' }).click();
    await page.getByRole('heading', { name: 'All bookings' }).waitFor();
    const section = page.getByRole('navigation', { name: 'Your account' }).locator('[aria-current]');
    await expect.poll(() => section.evaluate((link) => link.textContent)).toBe('Your visits');
    expect(await section.getAttribute('aria-current')).toBe('true');
    const all = page.getByRole('region').getByRole('listitem');
    await expect.poll(() => all.count()).toBe(6);
    await page.getByRole('link', { name: /^Canceled or refunded 1$/ }).click();
    await page.getByRole('link', { name: `Book again, ${shortDate(dates[0]!)}` }).waitFor();
    await expect.poll(() => all.count()).toBe(1);
    await page.getByRole('link', { name: /^Upcoming 5$/ }).click();
    await page.getByRole('link', { name: `Move or cancel, ${shortDate(dates[1]!)}` }).waitFor();

    await shop.passMinutes(6 * DAY);
    await account.open('/app');
    await page.getByRole('link', { name: `Add to calendar, ${shortDate(dates[1]!)}` }).waitFor();
  });
});

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

  test('is shown to no other account', async () => {
    const visitor = await shop.visit();
    await visitor.page.goto('/app/bookings');
    await visitor.page.waitForURL((url) => url.pathname === '/login');
    expect(visitor.page.url()).toContain('redirect');
  });
});
