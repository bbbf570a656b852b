/** Back to pages that are outdated since they were left, in each engine. WebKit keeps every page in its bfcache. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { proxy } from 'hono/proxy';
import { expect, onTestFinished, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { AccountPage, OWNER_ACCOUNT, customer, createAccount } from '../account-page.ts';
import type { EnginePage } from '../engine-page.ts';
import { BookingPage, person, slotText } from '../booking-page.ts';
import { APP } from '../browser.ts';
import { ManagePage, bookOnSite } from '../manage-page.ts';
import type { EngineShop } from './engine.ts';

export function backFlows({ shop, visit }: EngineShop): void {
  test('Back to the sign-in page after signing in leads to the account', async () => {
    const who = customer('Went Back');
    await createAccount(who, shop);
    const account = new AccountPage(await visit());
    const { page } = account;
    await account.open('/login');
    await account.signIn(who);
    await account.arrives('/app');
    await page.evaluate(() => (document.documentElement.dataset['first'] = ''));
    await page.goBack();
    await page.waitForFunction(() => !('first' in document.documentElement.dataset) && document.querySelector('nav'));
    await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/app');
  });

  test.each(['/book', '/pricing'])(
    'Back to %s, after another tab has signed out, shows nothing of the account',
    async (path) => {
      const account = new AccountPage(await visit());
      const { page } = account;
      const who = customer(`Zelda At ${path.slice(1)}`);
      await createAccount(who, shop);
      await account.open('/login');
      await account.signIn(who);
      await account.arrives('/app');
      await account.open(path);
      await page.getByText('(your account)').first().waitFor();
      await page.evaluate(() => {
        addEventListener('pageshow', () => {
          const shown = Array.from(document.querySelectorAll('[data-user], [name=name]')).some((part) =>
            part.checkVisibility({ visibilityProperty: true }),
          );
          sessionStorage.setItem('shown-on-return', String(shown));
        });
      });
      await account.open('/legal/terms');
      const headers = await account.callHeaders();
      await page.request.post(rpcPath('signOut'), { data: {}, headers });
      await page.goBack();
      await account.ready();
      await page.getByRole('banner').getByText('Sign in').waitFor();
      const isNamed = () =>
        page.evaluate(() => {
          const typed = Array.from(document.querySelectorAll('input'), ({ value }) => value);
          return [document.body.innerText, ...typed].join(' ').includes('Zelda');
        });
      await expect.poll(isNamed).toBe(false);
      expect(await page.evaluate(() => sessionStorage.getItem('shown-on-return'))).not.toBe('true');
    },
  );

  test('Back to the booking form has what was typed into it before the app came', async () => {
    const { origin, letThrough } = await siteWithoutApp(shop.origin);
    const visitor = await visit({}, origin);
    const { page } = visitor;
    const slot = { date: await shop.day(0), claim: 'pm' } as const;
    const who = person('Left Early');
    const early = await opensBeforeApp(page);
    await early.choose(slot);
    await early.fillIn(who);
    await readsTerms(page);
    letThrough();
    await page.goBack();
    const booking = new BookingPage(visitor);
    await booking.ready();
    await booking.holds(who);
    const summary = page.getByRole('complementary', { name: 'Your booking' });
    await expect.poll(() => summary.innerText()).toContain(slotText(slot));
  });

  test('Back to the booking form after signing out has nothing that the account typed before the app came', async () => {
    const { origin, letThrough } = await siteWithoutApp(shop.origin);
    const visitor = await visit({}, origin);
    const { page } = visitor;
    const who = customer('Typed Early');
    await createAccount(who, shop);
    const account = new AccountPage({ page, scripts: false });
    await account.open('/login');
    await account.signIn(who);
    await account.arrives('/app');
    await opensBeforeApp(page);
    await page.getByLabel('Notes').fill('The key is under the mat');
    await readsTerms(page);
    const headers = { ...(await account.callHeaders()), origin: shop.origin };
    await page.request.post(rpcPath('signOut'), { data: {}, headers });
    letThrough();
    await page.goBack();
    await new BookingPage(visitor).ready();
    await page.getByRole('banner').getByText('Sign in').waitFor();
    expect(await page.getByLabel('Notes').inputValue()).toBe('');
  });

  test('Back to the list of users loads it again', async () => {
    await createAccount(customer('Has Menu'), shop);
    const owner = new AccountPage(await visit());
    const { page } = owner;
    await owner.open('/app/admin/users');
    await owner.signIn(OWNER_ACCOUNT);
    await owner.arrives('/app/admin/users');
    await page.evaluate(() => (document.documentElement.dataset['first'] = ''));
    await owner.open('/legal/terms');
    await page.goBack();
    await page.waitForFunction(() => !('first' in document.documentElement.dataset));
    await owner.heading('Users').waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.hidden)).toBe(false);
  });

  test('Back to the confirmation of a visit says that it was canceled since', async () => {
    const visitor = await visit({ size: 'phone' });
    const { page } = visitor;
    const slot = { date: await shop.day(4), claim: 'pm' } as const;
    const { link } = await bookOnSite(shop, visitor, slot, 'Ben Back');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await page.getByRole('heading', { name: 'Terms of booking' }).waitFor();

    const elsewhere = new ManagePage(await shop.visit({ scripts: false }));
    await elsewhere.open(link);
    await elsewhere.follow('Cancel for a full refund');
    await elsewhere.page.getByRole('button', { name: 'Cancel the visit and get $299 back' }).click();
    await elsewhere.heading('This visit is canceled');

    await page.goBack();
    await page.getByRole('heading', { name: 'This visit was canceled' }).waitFor();
  });
}

async function opensBeforeApp(page: EnginePage) {
  await page.goto('/legal/terms');
  // Firefox reports that a page is loaded when its scripts are.
  await page.getByRole('banner').getByRole('link', { name: 'Book' }).first().click();
  const booking = new BookingPage({ page, scripts: false });
  await booking.ready();
  return booking;
}

async function readsTerms(page: EnginePage): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await page.getByRole('heading', { name: 'Terms of booking' }).waitFor();
}

/** The site at another address, where the app's files don't arrive until they are let through. */
async function siteWithoutApp(site: string): Promise<{ origin: string; letThrough: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = serve({
    port: 0,
    async fetch(request) {
      const { url, method, headers } = request;
      const { pathname, search } = new URL(url);
      if (APP.test(pathname)) await promise;
      const body = method === 'POST' ? await request.text() : null;
      return proxy(site + pathname + search, { method, headers, body, redirect: 'manual' });
    },
  });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, letThrough: resolve };
}
