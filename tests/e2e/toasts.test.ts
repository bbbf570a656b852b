import { expect, test } from 'vitest';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { delayApp, hydrated } from './browser.ts';

const shop = openShopWithOwner();

test('a toast fades out and is removed within three seconds', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/users');
  await account.button(`Change ${OWNER_ACCOUNT.name}`).click();
  await page.getByText('Sign out everywhere', { exact: true }).click();
  await account.button('Yes, sign out everywhere').click();
  const toast = page.locator('.toasts > :not([hidden])');
  await toast.waitFor();
  const leaving = await toast.evaluate((element) =>
    element
      .getAnimations()
      .filter((animation) => animation instanceof CSSAnimation && animation.animationName === 'toast-fade-out')
      .map(({ effect }) => ({
        end: effect?.getComputedTiming().endTime,
        opacity: (effect as KeyframeEffect).getKeyframes().at(-1)?.['opacity'],
      })),
  );
  expect(leaving).toEqual([{ end: 3000, opacity: '0' }]);
  await toast.waitFor({ state: 'detached' });
});

test('a toast of a page that has loaded while the app hydrates is shown after hydration', async () => {
  const { page } = await shop.visit();
  const letImageThrough = await delayApp(page, /favicon\.svg\?slow/);
  const letFormThrough = await delayApp(page, /\/assets\/login-/);
  await page.addInitScript(() => {
    sessionStorage.setItem('toast', JSON.stringify(['Once more.', 'success', true]));
    addEventListener('DOMContentLoaded', () => (new Image().src = '/favicon.svg?slow'));
  });
  await page.goto('/login', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Email').focus();
  await page.waitForFunction(() => Object.keys(document).some((name) => name.startsWith('__reactContainer')));
  letImageThrough();
  await page.waitForLoadState('load');
  letFormThrough();
  await hydrated(page);
  await expect.poll(() => page.getByRole('status').getByText('Once more.').count()).toBe(1);
});
