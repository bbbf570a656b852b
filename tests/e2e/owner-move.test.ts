import { expect, test } from 'vitest';
import { addDays, shortDate } from '#shared/civil-date.ts';
import { AccountPage, OWNER_ACCOUNT, customer, openShopWithOwner } from './account-page.ts';
import { bookByCalls } from './manage-page.ts';
import { problems } from './accessibility.ts';

const shop = openShopWithOwner();

test('the owner moves a visit of tomorrow without script', async () => {
  const today = await shop.today();
  const { name } = customer('Carla Hernandez');
  await bookByCalls(shop, { date: addDays(today, 1), claim: 'pm' }, name);
  const account = new AccountPage(await shop.visit({ scripts: false }));
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin');
  await page.getByRole('link', { name: /^1:00 pm to 6:00 pm/ }).click();
  await page.getByRole('link', { name: 'Move the visit' }).click();
  await account.heading(`Move the visit of ${name}`).waitFor();
  await account.button('More days: show the whole month').click();
  await account.button('Back to the next open days').click();
  const later = shortDate(addDays(today, 3));
  await page.getByRole('radio', { name: new RegExp(`^${later}, Morning`) }).check();
  await account.button('See what that means').last().click();
  await account.button(`Yes, move it to ${later}, 7:00 am to noon`).click();
  await page.getByText('The visit is moved.').first().waitFor();
  const story = page.getByRole('region', { name: 'Everything that happened' });
  await expect.poll(() => story.innerText()).toContain(`By ${OWNER_ACCOUNT.name}.`);
});

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
