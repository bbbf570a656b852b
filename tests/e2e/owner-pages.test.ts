import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { SERVICES } from '#shared/business/catalogue.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { addDays, shortDate } from '#shared/civil-date.ts';
import { customer, openOwnerBrowser, openShopWithOwner } from './account-page.ts';
import { follow } from './browser.ts';
import { bookByCalls } from './manage-page.ts';
import { problems } from './accessibility.ts';

const shop = openShopWithOwner();
const openAsOwner = openOwnerBrowser(shop);

test('the owner’s pages have no accessibility problems, in all sizes and themes', async () => {
  const date = addDays(await shop.today(), 3);
  await bookByCalls(shop, { date, claim: 'am' }, 'Ike Long');
  const { account, page } = await openAsOwner(`/app/admin/schedule?date=${date}`);
  await account.button(`Close the afternoon of ${shortDate(date)}`).click();
  await account.button(`Open the afternoon of ${shortDate(date)} again`).waitFor();
  const pages = [
    `/app/admin/schedule/close?first=${date}&last=${addDays(date, 3)}`,
    `/app/admin/schedule?view=week&date=${date}`,
    '/app/admin/events?stream=roles',
    `/app/admin/schedule?view=month&date=${date}`,
    '/app/admin/stats',
    '/app/admin/users',
    '/app/admin',
  ];
  for (const path of pages) {
    await follow(page, path);
    expect(await problems(page)).toEqual([]);
  }
});

test('without a connection, the form of a booking by phone keeps what was typed, and books once there is one', async () => {
  const date = addDays(await shop.today(), 20);
  const { name } = customer('Carla Hernandez');
  await bookByCalls(shop, { date: addDays(await shop.today(), 21), claim: 'am' }, name);
  const { account, page, context, complaints } = await openAsOwner('/app/admin/schedule/book', 'phone');
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  const unreached = page.getByText('What you typed is still here.');
  await field('Day').fill(date);
  await page.getByLabel('Notes').fill('Two shelves');
  await page.getByLabel('Name, email, phone, or reference').fill('carla');
  await context.setOffline(true);
  await account.button('Find').click();
  await unreached.waitFor();
  await context.setOffline(false);
  await account.button('Find').click();
  await account.button(name).first().click();
  expect(await field('Name').inputValue()).toBe(name);
  await field('Name').fill('Carla H.');
  await context.setOffline(true);
  await account.button('Book it').click();
  await unreached.waitFor();
  expect(
    await unreached.locator('xpath=ancestor::*[@role="alert"]').evaluate((notice) => notice.matches(':focus')),
  ).toBe(true);
  expect(await field('Name').inputValue()).toBe('Carla H.');
  expect(await field('Day').inputValue()).toBe(date);
  expect(await page.getByLabel('Notes').inputValue()).toBe('Two shelves');
  await context.setOffline(false);
  await account.button('Book it').click();
  await page.getByText('The confirmation is on its way to the customer.').waitFor();
  await account.heading('Carla H.').waitFor();
  expect(complaints.splice(0).every((complaint) => complaint.includes('ERR_INTERNET_DISCONNECTED'))).toBe(true);
});

test('the sheet of the fullest day is printed on one page, of A4 and of Letter', async () => {
  const date = addDays(await shop.today(), 30);
  const { account, page } = await openAsOwner('/app/profile');
  const notes = 'The gate code is 4410, and the dog in the yard is friendly.\n'.repeat(16);
  for (const claim of ['am', 'pm'] as const) {
    const visit = { date, claim, area: 'Ojai', address: '1280 East Thompson Boulevard, Apartment 12', notes };
    const booked = await page.request.post(new URL(rpcPath('bookByPhone'), page.url()).href, {
      data: {
        ...visit,
        key: randomUUID(),
        name: 'Carla Maria Hernandez',
        email: '',
        phone: '(805) 555-0142',
        tasks: SERVICES.map(({ slug }) => slug),
      },
      headers: await account.callHeaders(),
    });
    expect(booked.status()).toBe(200);
  }
  await follow(page, `/app/admin/schedule?date=${date}`);
  await page.getByRole('link', { name: 'Print the day' }).click();
  await page.getByText('Carla Maria Hernandez').first().waitFor();
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  // Print cuts off what is outside of the page's box.
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 740, height: 980 });
  const outside = await page.locator('.day-sheet svg :is(text, path)').evaluateAll((drawn) =>
    drawn
      .map((each) => each.getBoundingClientRect())
      .filter(({ left, right }) => left < 0 || right > document.documentElement.clientWidth)
      .map(({ left, right }) => [left, right]),
  );
  expect(outside).toEqual([]);
});

test('the calendar address is shown whole, and copied by a button', async () => {
  const { account, page, context } = await openAsOwner('/app/admin/schedule/calendar', 'phone');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await account.button('Make a calendar address').click();
  await account.button('Copy the address').click();
  await page.getByText('Copied.').waitFor();
  const address = page.getByRole('textbox', { name: 'Your calendar address' });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await address.inputValue());
  const cut = await address.evaluate((box) => [
    box.scrollWidth - box.clientWidth,
    Math.max(0, box.scrollHeight - box.clientHeight),
  ]);
  expect(cut).toEqual([0, 0]);
});

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
