/** The style sheet of documents, the toasts that they show, and prefetching. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { AccountPage, customer, createAccount, openShopWithOwner } from './account-page.ts';
import { hydrated } from './browser.ts';

const shop = openShopWithOwner();

/** One of each kind. */
const DOCUMENTS = ['/', '/about', '/pricing', '/services', '/areas', '/areas/ventura', '/legal/terms', '/no-such-page'];

/** Of each element: where it is, its colors and its font. */
function looks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.body.querySelectorAll('*'), (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, borderColor, font, display } = getComputedStyle(element);
      const style = [color, backgroundColor, borderColor, font, display].join(' ');
      return `${element.outerHTML.slice(0, 80)} ${x} ${y} ${width} ${height} ${style}`;
    }),
  );
}

test('the smaller style sheet of documents has every rule that they need', async () => {
  const { page } = await shop.visit();
  await page.goto('/login');
  const wholeSheet = await page.locator('link[rel=stylesheet]').getAttribute('href');
  for (const path of DOCUMENTS) {
    await page.goto(path);
    await hydrated(page);
    const before = await looks(page);
    await page.evaluate(async (href) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      const loaded = new Promise((resolve) => link.addEventListener('load', resolve));
      document.head.append(link);
      await loaded;
      document.querySelector('head style')!.remove();
    }, wholeSheet!);
    const whole = new Set(await looks(page));
    expect([path, before.filter((look) => !whole.has(look))]).toEqual([path, []]);
  }
});

test('a toast of signing out is shown on the home page, announced, and gone after three seconds or when dismissed', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await account.registerByCalls(customer('Leaves With Toast'), shop);
  await account.signOut();
  const toast = page.getByRole('status').getByText('You are signed out.');
  await toast.waitFor({ state: 'detached' });
  await page.evaluate(() => sessionStorage.setItem('toast', JSON.stringify(['Once more.', 'success', true])));
  await page.reload();
  await page.getByRole('status').getByText('Once more.').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Once more.').waitFor({ state: 'detached' });
  await page.reload();
  expect(await page.getByText('Once more.').count()).toBe(0);
});

test('a document that was fetched ahead is not shown after signing in', async () => {
  const who = customer('Fetched Ahead');
  await createAccount(who, shop);
  const { page } = await shop.visit();
  await page.goto('/');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Preload.enable');
  const fetched = new Promise<void>((resolve) => {
    browser.on('Preload.prefetchStatusUpdated', ({ status }) => {
      if (status === 'Ready') resolve();
    });
  });
  await link.hover();
  await fetched;
  const { email, password } = who;
  await page.evaluate(
    async ([path, body]) => {
      await fetch(path!, { method: 'POST', headers: { 'content-type': 'application/json' }, body: body! });
    },
    [rpcPath('signIn'), JSON.stringify({ email, password })],
  );
  await link.click();
  await page.waitForURL('**/pricing');
  await expect.poll(() => page.getByRole('banner').getByText('(your account)').count()).toBe(1);
});
