import { expect, test } from 'vitest';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';

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
