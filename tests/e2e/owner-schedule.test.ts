import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { SERVICES } from '#shared/business/catalogue.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { addDays, longDate, shortDate } from '#shared/civil-date.ts';
import { AccountPage, OWNER_ACCOUNT, customer, openShopWithOwner } from './account-page.ts';
import { bookByCalls } from './manage-page.ts';
import { problems } from './accessibility.ts';

const shop = openShopWithOwner();

test('the owner closes tomorrow afternoon in two taps from the landing, without script', async () => {
  const date = addDays(await shop.today(), 1);
  const account = new AccountPage(await shop.visit({ scripts: false, size: 'phone' }));
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin');
  await page.getByRole('link', { name: /^Schedule of Tomorrow/ }).click();
  await account.button(`Close the afternoon of ${shortDate(date)}`).click();
  await page.getByText('Closed. Customers can’t book that time.').first().waitFor();
  await account.button(`Open the afternoon of ${shortDate(date)} again`).click();
  await expect.poll(() => account.button(`Close the afternoon of ${shortDate(date)}`).count()).toBe(1);
});

test('asking to close days that end before they begin leads to the last day', async () => {
  const date = await shop.today();
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/schedule/close');
  await page.getByLabel('First day').fill(addDays(date, 2));
  await page.getByLabel('Last day').fill(date);
  await account.button('See what’s there').click();
  await page.getByText('Pick a last day that isn’t before the first.').waitFor();
  await page.getByLabel('Last day').and(page.locator(':focus')).waitFor();
});

test('days with a booking are closed only around it', async () => {
  const first = addDays(await shop.today(), 10);
  const [middle, last] = [addDays(first, 1), addDays(first, 2)];
  const { name } = customer('Carla Hernandez');
  await bookByCalls(shop, { date: middle, claim: 'am' }, name);
  const account = new AccountPage(await shop.visit({ scripts: false }));
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop);
  await account.open(`/app/admin/schedule?date=${first}`);
  await page.getByRole('link', { name: 'Close several days' }).click();
  await page.getByLabel('Last day').fill(last);
  await account.button('See what’s there').click();
  await page.getByRole('link', { name: new RegExp(`^${shortDate(middle)}, 7:00 am to noon: ${name}`) }).waitFor();
  await page.getByText('You can close the rest: 5 half days.').waitFor();
  await account.button('Close the rest').click();
  await page.getByText('Closed. Customers can’t book that time.').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Open the .* again$/ }).count()).toBeGreaterThan(0);
});

test('the schedule has no accessibility problems, in all sizes and themes', async () => {
  const date = addDays(await shop.today(), 3);
  await bookByCalls(shop, { date, claim: 'am' }, 'Ike Long');
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop);
  await account.open(`/app/admin/schedule?date=${date}`);
  await account.button(`Close the afternoon of ${shortDate(date)}`).click();
  const opening = account.button(`Open the afternoon of ${shortDate(date)} again`);
  await opening.waitFor();
  // Between “Open” and “again” there is the space of the text alone.
  const gap = await opening.evaluate((button) => {
    const [first, last] = ['Open', ' again'].map((text) => {
      const range = document.createRange();
      const found = document.evaluate(`.//text()[. = "${text}"]`, button).iterateNext();
      range.selectNodeContents(found ?? button);
      return range.getBoundingClientRect();
    });
    return (last?.left ?? 0) - (first?.right ?? 0);
  });
  expect(gap).toBeCloseTo(0);
  const pages = [
    `/app/admin/schedule?date=${date}`,
    `/app/admin/schedule?view=week&date=${date}`,
    `/app/admin/schedule?view=month&date=${date}`,
    `/app/admin/schedule/close?first=${date}&last=${addDays(date, 3)}`,
    `/app/admin/schedule/sheet?date=${date}`,
  ];
  for (const path of pages) {
    await account.open(path);
    expect(await problems(page)).toEqual([]);
  }
});

test('without a connection, the form of a booking by phone keeps what was typed, and books once there is one', async () => {
  const date = addDays(await shop.today(), 20);
  const { name } = customer('Carla Hernandez');
  await bookByCalls(shop, { date: addDays(await shop.today(), 21), claim: 'am' }, name);
  const visitor = await shop.visit({ size: 'phone' });
  const account = new AccountPage(visitor);
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/schedule/book');
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  const unreached = page.getByText('What you typed is still here.');
  await field('Day').fill(date);
  await page.getByLabel('Notes').fill('Two shelves');
  await page.getByLabel('Name, email, phone, or reference').fill('carla');
  await visitor.context.setOffline(true);
  await account.button('Find').click();
  await unreached.waitFor();
  await visitor.context.setOffline(false);
  await account.button('Find').click();
  await account.button(name).first().click();
  expect(await field('Name').inputValue()).toBe(name);
  await field('Name').fill('Carla H.');
  await visitor.context.setOffline(true);
  await account.button('Book it').click();
  await unreached.waitFor();
  expect(
    await unreached.locator('xpath=ancestor::*[@role="alert"]').evaluate((notice) => notice.matches(':focus')),
  ).toBe(true);
  expect(await field('Name').inputValue()).toBe('Carla H.');
  expect(await field('Day').inputValue()).toBe(date);
  expect(await page.getByLabel('Notes').inputValue()).toBe('Two shelves');
  await visitor.context.setOffline(false);
  await account.button('Book it').click();
  await page.getByText('The confirmation is on its way to the customer.').waitFor();
  await account.heading('Carla H.').waitFor();
  expect(visitor.complaints.splice(0).every((complaint) => complaint.includes('ERR_INTERNET_DISCONNECTED'))).toBe(true);
});

test('a booking by phone of time that was taken meanwhile is refused beside the time, which is shown as it is now', async () => {
  const date = addDays(await shop.today(), 14);
  const visitor = await shop.visit({ size: 'phone' });
  const account = new AccountPage(visitor);
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop);
  await account.open(`/app/admin/schedule/book?date=${date}&unit=am`);
  await bookByCalls(shop, { date, claim: 'am' }, 'Ike Long');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Wanda Fox');
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('(805) 555-0177');
  await page.getByRole('combobox', { name: 'City' }).selectOption('Ojai');
  await page.getByRole('textbox', { name: 'Street address' }).fill('12 Pine Street');
  await account.button('Book it').click();
  await page
    .locator('select:focus')
    .and(page.getByRole('combobox', { name: 'Time and price' }))
    .waitFor();
  await page
    .getByRole('group', { name: 'When?' })
    .getByRole('link', { name: /^booked by Ike Long/ })
    .waitFor();
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Wanda Fox');
  expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('status of 409')]);
});

test('the form of a booking by phone says what the day in it has, and when that cannot be looked up', async () => {
  const date = addDays(await shop.today(), 11);
  const visitor = await shop.visit({ size: 'phone' });
  const account = new AccountPage(visitor);
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/schedule/close');
  const closed = await page.request.post(new URL(rpcPath('closeUnits'), page.url()).href, {
    data: { first: date, last: date, units: 'pm' },
    headers: await account.callHeaders(),
  });
  expect(closed.status()).toBe(200);
  await account.open('/app/admin/schedule/book');
  const day = page.getByRole('textbox', { name: 'Day', exact: true });
  await day.fill(date);
  const when = page.getByRole('group', { name: 'When?' });
  await when.getByText(longDate(date)).waitFor();
  await when.getByText('closed by you').waitFor();
  await page.route(`**${rpcPath('schedule')}*`, (route) => route.fulfill({ status: 400 }));
  await day.fill(addDays(date, 1));
  await when.getByText('The day you picked couldn’t be looked up.').waitFor();
  expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('status of 400')]);
});

test('without script, finding the caller keeps the day, the time and the notes that were typed', async () => {
  const date = addDays(await shop.today(), 16);
  const { name } = customer('Carla Hernandez');
  await bookByCalls(shop, { date: addDays(await shop.today(), 17), claim: 'am' }, name);
  const account = new AccountPage(await shop.visit({ scripts: false, size: 'phone' }));
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/schedule/book');
  await page.getByRole('textbox', { name: 'Day', exact: true }).fill(date);
  await page.getByRole('combobox', { name: 'Time and price' }).selectOption('pm');
  await page.getByLabel('Notes').fill('Two shelves');
  await page.getByLabel('Name, email, phone, or reference').fill('carla');
  await account.button('Find').click();
  await account.button(name).first().click();
  const value = (field: string) => page.getByRole('textbox', { name: field, exact: true }).inputValue();
  await expect.poll(() => value('Name')).toBe(name);
  expect(await value('Day')).toBe(date);
  expect(await page.getByRole('combobox', { name: 'Time and price' }).inputValue()).toBe('pm');
  expect(await page.getByLabel('Notes').inputValue()).toBe('Two shelves');
  await account.button('Book it').click();
  await account.heading(name).waitFor();
});

test('the next open time is entered by a button, and Enter books; the refused form is accessible', async () => {
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/schedule/book');
  const when = page.getByRole('group', { name: 'When?' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Wanda Fox');
  await when.getByRole('button', { name: /full day$/ }).click();
  expect(await page.getByRole('combobox', { name: 'Time and price' }).inputValue()).toBe('full');
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
  await account.heading('3 answers need another look').waitFor();
  expect(await problems(page)).toEqual([]);
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Wanda Fox');
  expect(await page.getByRole('combobox', { name: 'Time and price' }).inputValue()).toBe('full');
});

test('the sheet of the fullest day is printed on one page, of A4 and of Letter', async () => {
  const date = addDays(await shop.today(), 30);
  const account = new AccountPage(await shop.visit());
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/schedule');
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
  await account.open(`/app/admin/schedule?date=${date}`);
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

test('the owner makes a calendar address and removes it, without script', async () => {
  const account = new AccountPage(await shop.visit({ scripts: false }));
  const { page } = account;
  await account.signInByCall(OWNER_ACCOUNT, shop, '/app/admin/schedule');
  await page.getByRole('link', { name: 'Phone calendar' }).click();
  await account.button('Make a calendar address').click();
  const address = page.getByRole('textbox', { name: 'Your calendar address' });
  await address.waitFor();
  const calendar = await page.request.get(await address.inputValue());
  expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR/);
  await page.locator('summary').filter({ hasText: 'Remove the address' }).click();
  await account.button('Yes, remove it').click();
  await account.button('Make a calendar address').waitFor();
});

test('the calendar address is shown whole, and copied by a button', async () => {
  const account = new AccountPage(await shop.visit({ size: 'phone' }));
  const { page } = account;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await account.signInByCall(OWNER_ACCOUNT, shop);
  await account.open('/app/admin/schedule/calendar');
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
