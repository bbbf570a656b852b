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
