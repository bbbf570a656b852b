import { expect, test } from 'vitest';
import { addDays, shortDate } from '#shared/civil-date.ts';
import { AccountPage, OWNER_ACCOUNT, openShopWithOwner } from './account-page.ts';
import { bookByCalls } from './manage-page.ts';
import { problems } from './accessibility.ts';

const shop = openShopWithOwner();

test('the page that moves a visit answers a choice at once and has no accessibility problems', async () => {
  const today = await shop.today();
  await bookByCalls(shop, { date: addDays(today, 1), claim: 'am' }, 'Ike Long');
  const visitor = await shop.visit({ size: 'phone' });
  const account = new AccountPage(visitor);
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin');
  await page.getByRole('link', { name: /^7:00 am to noon/ }).click();
  await page.getByRole('link', { name: 'Move the visit' }).click();
  await account.button('See what that means').last().click();
  const question = page.getByRole('group', { name: 'Which day?' });
  const missing = question.getByText('Choose a day and time.');
  await expect
    .poll(() => missing.evaluate((note) => Math.floor(note.getBoundingClientRect().top / innerHeight)))
    .toBe(0);
  expect(await question.evaluate((group) => group.matches(':focus'))).toBe(true);
  await page.getByRole('radio', { name: new RegExp(`^${shortDate(addDays(today, 2))}, Afternoon`) }).check();
  await account.button(/^Yes, move it to/).waitFor();
  expect(await missing.count()).toBe(0);
  expect(await problems(page)).toEqual([]);
  await account.button(/^Yes, move it to/).click();
  await account.heading(/^Booking /).waitFor();
});
