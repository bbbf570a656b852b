/** Redirects of visitors without access to the wanted page, or without it at that time. */
import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';

const shop = openShopWithOwner();

test.each([
  ['/app', 'Profile', 'One moment…'],
  ['/app/admin/users', 'Stats', 'Counting…'],
  ['/book', 'your account', 'Looking up your bookings…'],
])(
  'a visitor at %s who opens another page while the session is checked slowly sees its skeleton',
  async (from, to, says) => {
    const account = new AccountPage(await shop.visit());
    const { page } = account;
    await account.signInByCall(OWNER_ACCOUNT, shop, from);
    const before = await page.getByRole('heading', { level: 1 }).innerText();
    // What the page was loaded with is two seconds old, so it is asked for again.
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 2000;
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === rpcPath('session'),
      async (route) => {
        await promise;
        await route.continue();
      },
    );
    await page.getByRole('link', { name: to }).first().click();
    const skeleton = page.getByRole('main').getByText(says);
    await skeleton.waitFor();
    await expect.poll(() => page.getByRole('heading', { level: 1, name: before, exact: true }).count()).toBe(0);
    resolve();
    await skeleton.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor();
  },
);
