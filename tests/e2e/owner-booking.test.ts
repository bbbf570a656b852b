import { expect, test } from 'vitest';
import { addDays, shortDate } from '#shared/civil-date.ts';
import { customer, openOwnerBrowser, openShopWithOwner } from './account-page.ts';
import { bookByCalls } from './manage-page.ts';
import { problems } from './accessibility.ts';

const shop = openShopWithOwner();
const openAsOwner = openOwnerBrowser(shop);

test('a message says in place what is missing, keeps what was typed without a connection, and is sent once', async () => {
  const date = addDays(await shop.today(), 1);
  const { name } = customer('Wanda Fox');
  await bookByCalls(shop, { date, claim: 'pm' }, name);
  const { account, page, context, complaints } = await openAsOwner('/app/admin', 'phone');
  await page.getByRole('link', { name: /^1:00 pm to 6:00 pm/ }).click();
  await account.heading(/^Booking /).waitFor();
  await page
    .locator('summary')
    .filter({ hasText: `Write to ${name}` })
    .click();
  await account.button('Send the email').click();
  await page.getByText('Write the message.').waitFor();
  const message = page.getByRole('textbox', { name: 'Message' });
  expect(await message.evaluate((field) => field.matches(':focus'))).toBe(true);
  await message.fill('Please keep the dog inside.');
  await context.setOffline(true);
  await account.button('Send the email').click();
  await page.getByText('What you typed is still here.').waitFor();
  expect(await message.inputValue()).toBe('Please keep the dog inside.');
  await context.setOffline(false);
  await account.button('Send the email').click();
  await page.locator(':focus').filter({ hasText: 'Your message is on its way.' }).waitFor();
  expect(await message.inputValue()).toBe('');
  const story = page.getByRole('region', { name: 'Everything that happened' });
  await expect.poll(() => story.getByText('Please keep the dog inside.').count()).toBe(1);
  expect(complaints.splice(0).every((each) => /ERR_INTERNET_DISCONNECTED|status of 422/.test(each))).toBe(true);

  const held = Promise.withResolvers<void>();
  await page.route('**', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  await message.fill('One more thing.');
  const sending = page.waitForRequest((request) => request.method() === 'POST');
  await account.button('Send the email').click();
  await sending;
  await message.fill('One more thing. And the gate.');
  held.resolve();
  await expect.poll(() => story.getByText('One more thing.').count()).toBe(1);
  expect(await message.inputValue()).toBe('One more thing. And the gate.');
});

test('a booking’s page and the page that moves its visit have no accessibility problems; a choice is answered at once', async () => {
  const today = await shop.today();
  await bookByCalls(shop, { date: addDays(today, 1), claim: 'am' }, 'Ike Long');
  const { account, page } = await openAsOwner('/app/admin');
  await page.getByRole('link', { name: /^7:00 am to noon/ }).click();
  await account.heading(/^Booking /).waitFor();
  await page.locator('summary').filter({ hasText: 'Cancel and refund' }).click();
  expect(await problems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Move the visit' }).click();
  await account.button('See what that means').filter({ visible: true }).last().click();
  const question = page.getByRole('group', { name: 'Which day?' });
  const missing = question.getByText('Choose a day and time.');
  await missing.waitFor();
  expect(await question.evaluate((group) => group.matches(':focus'))).toBe(true);
  await page.getByRole('radio', { name: new RegExp(`^${shortDate(addDays(today, 2))}, Afternoon`) }).check();
  await account.button(/^Yes, move it to/).waitFor();
  expect(await missing.count()).toBe(0);
  expect(await problems(page)).toEqual([]);
  await account.button(/^Yes, move it to/).click();
  await account.heading(/^Booking /).waitFor();
});

test('keyboard actions on a visit keep the focus at the visit; its links are high enough for a finger', async () => {
  const date = await shop.today();
  for (const claim of ['am', 'pm'] as const) await bookByCalls(shop, { date, claim }, `Ike Long ${claim}`);
  // At 12:30 the morning is over, and the afternoon has not begun.
  await shop.passMinutes(720 + 30 - (1440 - (await shop.minutesToMidnight())));
  const { account, page } = await openAsOwner('/app/admin', 'phone');
  const links = page.getByRole('link', { name: /^(Booking |7:00 am to noon)/ });
  await expect.poll(() => links.count()).toBeGreaterThan(1);
  const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);

  const focused = page.locator(':focus');
  await account.button('The visit is done').focus();
  await page.keyboard.press('Enter');
  await focused.filter({ hasText: 'Done' }).filter({ hasText: 'Ike Long am' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await account.heading(/^Booking /).waitFor();
  await account.button('The visit wasn’t done yet').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'What to do' }).and(focused).waitFor();
});
