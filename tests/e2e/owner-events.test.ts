import { expect, test } from 'vitest';
import { problems } from './accessibility.ts';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';

const shop = openShopWithOwner();

test('no event moves when the app takes over the page', async () => {
  const account = new AccountPage(await shop.visit({ size: 'phone' }));
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop);
  const app = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await app.promise;
    await route.continue();
  });
  await page.goto('/app/admin/events', { waitUntil: 'commit' });
  await page.getByRole('rowheader').first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => null));
  const place = () =>
    page
      .getByRole('rowheader')
      .first()
      .evaluate((row) => row.getBoundingClientRect().y + scrollY);
  const before = await place();
  expect(await account.button('Follow live').count()).toBe(0);
  app.resolve();
  await account.button('Follow live').waitFor();
  expect(await place()).toBe(before);
});

test('a stream of the log is accessible, and its link is as tall as a finger needs', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop);
  await account.open('/app/admin/events?stream=roles');
  const link = page.getByRole('link', { name: 'roles', exact: true });
  expect(await link.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThanOrEqual(44);
  expect(await problems(page)).toEqual([]);
});

test('a followed page leads to the sign-in page once the browser is signed out in another tab', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/events');
  await account.button('Follow live').click();
  await page.getByText('Following. New events appear at the top.').waitFor();
  const tab = await page.context().newPage();
  await tab.goto('/app');
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await account.arrives('/login');
  await expect.poll(() => page.getByText('Sign in with an account that can see that page.').isVisible()).toBe(true);
  await tab.close();
});
