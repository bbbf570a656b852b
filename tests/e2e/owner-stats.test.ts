import { expect, test } from 'vitest';
import { addDays } from '#shared/civil-date.ts';
import { problems } from './accessibility.ts';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { bookByCalls } from './manage-page.ts';

const shop = openShopWithOwner();

test('statistics are charts, open as tables, and are downloaded; the page is accessible', async () => {
  await bookByCalls(shop, { date: addDays(await shop.today(), 2), claim: 'am' }, 'Ike Long');
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin');
  await page.getByRole('link', { name: 'See all stats' }).click();
  await account.heading('Stats').waitFor();
  const use = page.getByRole('figure', { name: 'Half days of the next two weeks' });
  await use.locator('summary').focus();
  await page.keyboard.press('Enter');
  await use.getByRole('rowheader').first().waitFor();
  expect(await problems(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), use.getByRole('link').click()]);
  expect(download.suggestedFilename()).toBe('use.csv');
});
